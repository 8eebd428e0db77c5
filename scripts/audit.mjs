// Known weaknesses of the packages that are installed with dossier: npm run audit.
// Ends with status 1 when there are any, and with 2 when the registry cannot be asked: unknown is not clean.
import { spawnSync } from 'node:child_process';

const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--json'], { encoding: 'utf8' });
const report = parse(stdout);
if (report?.metadata === undefined) {
  console.error(
    `The registry could not be asked for known weaknesses (${report?.message ?? report?.error?.summary ?? 'no answer'}). Run this where it has an audit endpoint.`,
  );
  process.exitCode = 2;
} else {
  const found = Object.values(report.vulnerabilities ?? {});
  for (const { name, severity, range, via } of found) {
    const why = via.map((each) => (typeof each === 'string' ? each : each.title)).join('; ');
    console.error(`${name} ${range} (${severity}): ${why}`);
  }
  console.log(`${report.metadata.dependencies.prod} packages, ${found.length} with known weaknesses`);
  if (found.length > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
