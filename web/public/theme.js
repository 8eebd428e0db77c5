// Before the first paint, so that the chosen colours do not flash.
const theme = localStorage.getItem('dossier-theme');
if (theme !== null && theme !== 'system') document.documentElement.dataset.theme = theme;
