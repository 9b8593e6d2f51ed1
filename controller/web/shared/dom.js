// Small makers for HTML and SVG elements.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const html = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const part = (name) => document.querySelector(`[data-part="${name}"]`);

// Redraw a part only when what it shows has changed, so that nothing flickers or restarts.
const painted = new WeakMap();
export function paint(node, data, draw) {
  const key = JSON.stringify(data);
  if (painted.get(node) === key) return;
  painted.set(node, key);
  node.replaceChildren(...[draw(data)].flat(Infinity).filter(Boolean));
}
