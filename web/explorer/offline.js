// Keeps the page for times without a network, where the browser allows it.

export function keep_offline() {
  if ('serviceWorker' in navigator && window.isSecureContext) {
    navigator.serviceWorker.register(new URL('keeper.js', import.meta.url)).catch(() => {});
  }
}
