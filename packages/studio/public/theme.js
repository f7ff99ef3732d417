// Before the first paint: the theme that was chosen, so that nothing flashes. Its twin is src/state/theme.ts.
try {
  const chosen = localStorage.getItem('unseen.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage may be forbidden; the system's theme it is, then.
}
