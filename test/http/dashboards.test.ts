import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openHttp } from './open-http.ts';

it('every metric that the dashboard and the alerts name exists', async () => {
  const http = openHttp({ requireToken: false });
  await http.send('GET', '/health');
  const text = await (await http.send('GET', '/metrics')).text();
  await http.close();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
  const files = ['dashboard.json', 'alerts.yaml'].map((name) =>
    readFileSync(new URL(`../../deploy/grafana/${name}`, import.meta.url), 'utf8'),
  );
  const named = new Set(files.flatMap((file) => file.match(/\bdossier_\w+/g) ?? []));
  expect(named.size).toBeGreaterThan(8);
  const missing = [...named].filter(
    (name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')) && !known.has(name),
  );
  expect(missing).toEqual([]);
  expect(text).toContain('dossier_jobs{state="waiting"} 0');
});
