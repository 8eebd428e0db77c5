import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { IndexStatus } from '../components/index-status.tsx';
import { ProjectList } from '../components/project-list.tsx';
import { SymbolGraph } from '../components/symbol-graph.tsx';
import { Treemap } from '../components/treemap.tsx';
import { useAnswer } from '../use-answer.ts';

const readFiles = () => call('files', {});
const MEASURES = ['size', 'churn'] as const;
/** Files are drawn in boxes of folders up to this depth. */
const FOLDER_DEPTH = 2;
/** Characters per token in source code, near enough for areas in a picture. */
const CHARACTERS_PER_TOKEN = 4;

/** What is indexed: languages, what was left out, files by size or churn, and the graph around a symbol. */
export function Project() {
  const [files, loadFiles] = useAnswer(readFiles);
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]>('size');
  useEffect(() => {
    loadFiles(undefined);
  }, [loadFiles]);
  const rows = files.value?.files ?? [];
  const mostCommits = Math.max(1, ...rows.map((file) => file.commitCount));
  const entries = rows.map((file) => ({
    group: file.path.split('/').slice(0, -1).slice(0, FOLDER_DEPTH).join('/'),
    label: file.path.split('/').at(-1) ?? file.path,
    weight: measure === 'size' ? file.size : file.insertions + file.deletions,
    title: () =>
      `${file.path}: about ${Math.round(file.size / CHARACTERS_PER_TOKEN).toLocaleString()} tokens, ${file.commitCount} commits, +${file.insertions} −${file.deletions}`,
    strength: file.commitCount / mostCommits,
  }));
  return (
    <>
      <ProjectList />
      <IndexStatus onIndexed={() => loadFiles(undefined)} />
      <h2>Files</h2>
      {files.error !== undefined && <p class="error">{files.error}</p>}
      <p class="row">
        <span>{rows.length.toLocaleString()} files, area by</span>
        {MEASURES.map((name) => (
          <label class="check" key={name}>
            <input type="radio" name="measure" checked={measure === name} onChange={() => setMeasure(name)} />{' '}
            {name === 'size' ? 'tokens' : 'churn'}
          </label>
        ))}
        <span class="quiet">Stronger colour: changed more often.</span>
      </p>
      {entries.length > 0 && <Treemap label={`Files by ${measure}`} entries={entries} />}
      <SymbolGraph />
    </>
  );
}
