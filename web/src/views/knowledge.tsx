import { Tabs } from '../components/tabs.tsx';
import { Experiences } from './knowledge/experiences.tsx';
import { Memories } from './knowledge/memories.tsx';
import { Premortem } from './knowledge/premortem.tsx';
import { Threads } from './knowledge/threads.tsx';
import { Values } from './knowledge/values.tsx';

/** What was learnt and said: memories, experiences, values, premortem, threads. */
export function Knowledge() {
  return (
    <Tabs
      label="Knowledge"
      tabs={[
        { name: 'Memories', content: () => <Memories /> },
        { name: 'Experiences', content: () => <Experiences /> },
        { name: 'Values', content: () => <Values /> },
        { name: 'Premortem', content: () => <Premortem /> },
        { name: 'Threads', content: () => <Threads /> },
      ]}
    />
  );
}
