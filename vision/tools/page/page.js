// The technician's live view: asks for the newest picture and readout, one after the other.
const PAUSE_MS = 80;
const byId = (id) => document.getElementById(id);

async function newest(path) {
  const response = await fetch(path, { cache: "no-store" });
  if (!response.ok) throw new Error(String(response.status));
  return response;
}

function showReadout(said) {
  const answer = byId("answer");
  answer.textContent = said.answer || said.kind || "waiting";
  answer.classList.toggle("read", Boolean(said.answer));
  byId("reason").textContent = said.reason || "";
  for (const id of ["result", "kind", "frames"]) byId(id).textContent = said[id] ?? "";
  for (const id of ["fps", "read_ms"]) byId(id).textContent = (said[id] ?? 0).toFixed(1);
  byId("confidence").textContent = (said.confidence ?? 0).toFixed(3);
}

async function showPicture() {
  const image = byId("picture");
  const before = image.src;
  image.src = `frame.jpg?${Date.now()}`;
  await image.decode().catch(() => { image.src = before; });
}

async function follow() {
  try {
    showReadout(await (await newest("readout.json")).json());
    await showPicture();
  } catch {
    byId("answer").textContent = "no camera";
    byId("answer").classList.remove("read");
    byId("reason").textContent = "the program has ended; start underfelt vision watch again";
  }
  setTimeout(follow, PAUSE_MS);
}

follow();
