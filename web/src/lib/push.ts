// Notifications that come although the page is closed, through the push service of the browser.

import type { PushKeys } from './protocol';

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const found = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(found, (letter) => letter.charCodeAt(0));
}

/** Whether the person or the browser does not allow notifications; anything else may work at another time. */
export const isForbidden = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotAllowedError';

/** Ask the browser for notifications; return the address and the keys that the server needs. */
export async function subscribed(key: string): Promise<{ endpoint: string; keys: PushKeys }> {
  await navigator.serviceWorker.register('/push.js');
  const worker = await navigator.serviceWorker.ready;
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint, keys } = made.toJSON();
  return { endpoint: endpoint ?? made.endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}
