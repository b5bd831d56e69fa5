// Announces one's turn by a sound and a notification, if that is switched on.

const PITCHES = [660, 880];
/** Milliseconds: a bell that could not ring in time is not rung later. */
const IN_TIME = 1000;
let context: AudioContext | null = null;

/** Browsers keep a page silent until it was touched; then its sound must be resumed. */
export async function ring(): Promise<void> {
  context ??= new AudioContext();
  const wanted = Date.now();
  await context.resume();
  if (Date.now() - wanted > IN_TIME) return;
  for (const [place, pitch] of PITCHES.entries()) {
    const start = context.currentTime + place * 0.14;
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.26);
  }
}

export function notify(text: string): void {
  if (!document.hidden || !('Notification' in window) || Notification.permission !== 'granted') return;
  try {
    const note = new Notification('Pioche', { body: text, icon: '/icon.svg', tag: 'turn' });
    note.onclick = () => window.focus();
  } catch {
    // Some phones do not let a page notify, although they report that it is permitted.
  }
}

export function askToNotify(): void {
  if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
}
