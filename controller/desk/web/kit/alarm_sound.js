// The sound of an alarm: bursts of equal pulses, each a ground tone with its harmonics.

const RISE_S = 0.02;
const LOUDNESS = 0.25;
// Half of a long burst, then a breath: that is how an urgent one is told from the others.
const BREATH_S = 0.4;
const LONG = 6;

let context = null;
let playing = null;
let timer = 0;

function pulse(at, { pulse_ms: ms, tone_hz: ground, harmonics }) {
  const length = ms / 1000;
  const gain = context.createGain();
  gain.connect(context.destination);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUDNESS / (harmonics + 1), at + RISE_S);
  gain.gain.setValueAtTime(LOUDNESS / (harmonics + 1), at + length - RISE_S);
  gain.gain.linearRampToValueAtTime(0, at + length);
  for (let number = 1; number <= harmonics + 1; number += 1) {
    const tone = context.createOscillator();
    tone.frequency.value = ground * number;
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + length);
  }
}

function burst(sound) {
  const step = (sound.pulse_ms + sound.gap_ms) / 1000;
  for (let number = 0; number < sound.pulses; number += 1) {
    const breath = sound.pulses > LONG && number >= sound.pulses / 2 ? BREATH_S : 0;
    pulse(context.currentTime + number * step + breath, sound);
  }
}

// Sound until silenced; what sounds already goes on in its own time.
export function play(sound, name) {
  if (playing === name) return;
  silence();
  playing = name;
  document.body.dataset.sounds = name;
  context = new AudioContext();
  burst(sound);
  timer = setInterval(() => burst(sound), sound.every_s * 1000);
}

export function silence() {
  if (playing === null) return;
  playing = null;
  delete document.body.dataset.sounds;
  clearInterval(timer);
  context.close();
}
