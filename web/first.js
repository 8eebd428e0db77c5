// The app runs after the first paint of the frame, which it would hold back. A hidden tab paints nothing to wait for.
addEventListener('DOMContentLoaded', () => {
  const run = () => {
    const app = document.createElement('script');
    app.type = 'module';
    app.crossOrigin = '';
    app.src = document.querySelector('link[rel=modulepreload]').href;
    document.head.append(app);
  };
  if (document.hidden) run();
  else requestAnimationFrame(() => setTimeout(run));
});

// Before the first paint, so that the chosen colours do not flash.
const chosen = localStorage.getItem('dossier-theme') ?? 'system';
const wanted = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'system';
document.documentElement.dataset.theme = chosen === 'system' ? wanted : chosen;
