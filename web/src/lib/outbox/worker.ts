/**
 * Registers the service worker that opens the screens below `scope` without a network. Browsers have none over plain HTTP.
 */
export function registerWorker(scope: '/admin/' | '/rider') {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // If the registration fails, opening a screen needs the network.
  navigator.serviceWorker.register('/picking-worker.js', { scope }).catch(() => {})
}
