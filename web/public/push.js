// Shows the notifications that the server sends, although the page is closed; a click opens the table.

self.addEventListener('push', (event) => {
  const note = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification('Pioche', { body: note.text, icon: '/icon.svg', tag: note.table, data: note.table }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(show(event.notification.data));
});

/** A table that is open already is not opened twice. */
async function show(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.find((page) => page.url.split('#')[0] === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}
