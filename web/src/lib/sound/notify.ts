// Announces one's turn by a notification, if the page is not in view.

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
