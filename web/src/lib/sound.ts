// "Your turn", to be heard and to be notified of, where that is wanted.

let context: AudioContext | null = null;

export function ring(): void {
  context ??= new AudioContext();
  for (const [place, pitch] of [660, 880].entries()) {
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
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted') {
    new Notification('Pioche', { body: text, icon: '/icon.svg', tag: 'turn' });
  }
}

export function askToNotify(): void {
  if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission();
}
