import { Tabs } from '../components/tabs.tsx';
import { go, useAddress } from '../router.ts';
import { Experiences } from './knowledge/experiences.tsx';
import { Memories } from './knowledge/memories.tsx';
import { Premortem } from './knowledge/premortem.tsx';
import { Threads } from './knowledge/threads.tsx';
import { Values } from './knowledge/values.tsx';

const TABS = [
  { path: 'memories', name: 'Memories', content: () => <Memories /> },
  { path: 'experiences', name: 'Experiences', content: () => <Experiences /> },
  { path: 'values', name: 'Themes', content: () => <Values /> },
  { path: 'premortem', name: 'Premortem', content: () => <Premortem /> },
  { path: 'threads', name: 'Threads', content: () => <Threads /> },
];

/** What was learnt and said; each tab has an address. */
export function Knowledge() {
  const { path } = useAddress();
  const chosen = TABS.findIndex((tab) => tab.path === path[1]);
  return (
    <>
      <h2 class="view-title">Knowledge</h2>
      <Tabs
        label="Kinds of knowledge"
        tabs={TABS}
        chosen={Math.max(0, chosen)}
        onChoose={(index) => go(['knowledge', TABS[index]?.path ?? ''])}
      />
    </>
  );
}
