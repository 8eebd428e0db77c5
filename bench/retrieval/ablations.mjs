import { RANKING_RULES } from '../../dist/search/ranking-rules.js';

/** Each ranking rule switched off in turn; the first entry has them all. */
export function ablations() {
  const { fields, roles } = RANKING_RULES;
  const flat = (factors) => Object.fromEntries(Object.keys(factors).map((key) => [key, 1]));
  return [
    ['all rules', {}],
    ['no definitions by name', { weights: { definition: 0 } }],
    ['no file name', { stem: 0 }],
    ['no folder name', { folder: 0 }],
    ['no roles', { roles: flat(roles) }],
    ['no importance', { importance: 0 }],
    ['no file share', { fileShare: 0 }],
    ['no share of tests', { testShare: 0 }],
    ['no share of the folder', { folderShare: 0 }],
    ['no saturation', { saturation: 1 }],
    ['no named paths', { weights: { 'named-path': 0, 'named-place': 0 } }],
    ['names count as text', { fields: { ...fields, name: 1 } }],
    ['paths count as text', { fields: { ...fields, path: 1 } }],
    ['no other forms of words', { otherForm: 0 }],
    ['other forms count fully', { otherForm: 1 }],
    ['no words joined to names', { compound: 0 }],
    ['no neighbours in the graph', { weights: { neighbour: 0 } }],
    ['older versions not lowered', { superseded: 1 }],
    ['asked roles not lowered', { askedRole: 1 }],
    ['asked roles lowered', { askedRole: 0 }],
    ['roles sought not lifted', { otherRole: 1 }],
  ];
}
