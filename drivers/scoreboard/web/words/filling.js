// Sentences with fields in braces: `{number}` is filled in, `{count:plural:card,cards}` chooses by a count.

const FIELD = /\{(\w+)(?::plural:([^,}]*),([^}]*))?\}/g;

export const isFilled = (template) => template.search(FIELD) >= 0;

const text = (value) => (typeof value === "number" ? value.toLocaleString("en") : String(value));

// Values by name, or one value for every field.
export function filled(template, values) {
  const of = (field) => (values !== null && typeof values === "object" ? values[field] : values);
  return template.replace(FIELD, (whole, field, one, more) =>
    one === undefined ? text(of(field) ?? whole) : Number(of(field)) === 1 ? one : more,
  );
}
