import type { Shape } from './shape-forms.ts';

/** What a person types as a password in a sentence: no bracket or comma, and a digit or a capital inside, as no word of any language has. */
const VALUE =
  '["\'`]?(?=[^\\s"\'`]{0,64}(?:\\d|[a-z][A-Z]))((?:(?![\\s"\'`,;()<>\\\\])[\\x21-\\x7e]){8,128})(?![^\\x00-\\x7f\\\\])';
/** A word of the sentence: what the password opens. */
const PLAIN = '[^\\s:：=.,;!?"\'`()<>]{1,24}';
const USER = '["\'`]?[\\w.@+-]{1,64}["\'`]?';

/** Secrets as people tell them to each other and to agents, in their own words. */
export const PROSE_SHAPES: readonly Shape[] = [
  {
    kind: 'password in prose',
    gates: ['og in', 'ogin', 'ogged in', 'ign in'],
    form: new RegExp(
      `\\b(?:[Ll]og(?:ged)? ?in|[Ss]ign in) (?:as |with |using )(?:user )?${USER}(?:,? (?:with|and|using)(?: the)?(?: pass(?:word)?| pw)? | ?\\/ ?|:)${VALUE}`,
      'g',
    ),
    chosen: true,
  },
  {
    kind: 'password in prose',
    gates: ['og in', 'ogin', 'ign in', 'reds ', 'reds:', 'redentials'],
    form: new RegExp(
      `\\b(?:[Ss]ign[- ]in|[Ll]og ?in|[Cc]red(?:s|entials))\\b[^\\n:>]{0,40}?(?::|->?|=>| are| is) ${USER} ?(?: \\/ | ?: |: | -> )${VALUE}`,
      'g',
    ),
    chosen: true,
  },
  {
    kind: 'password in prose',
    gates: ['ser ', 'ser:', 'sername'],
    form: new RegExp(
      `\\b[Uu]ser(?:name)?:? ${USER},? ?(?:and |with |& ?)?(?:the )?(?:pass|pw|pwd|password):? ${VALUE}`,
      'g',
    ),
    chosen: true,
  },
  {
    kind: 'password in prose',
    gates: ['assword', 'assphrase', 'pw ', 'PW ', 'pwd ', 'pass ', 'pass:', "pass'", 'pass('],
    form: new RegExp(
      `(?<![\\w.-])(?:(?:password|passphrase|pwd?|pass)(?:'s | ?\\()|\\((?:the )?(?:password|passphrase|pwd?|pass):? |(?:PW|pw|pwd) )(?![0-9a-f]{7,12}\\))${VALUE}(?=[\\s,;).'"\`]|$)`,
      'g',
    ),
    chosen: true,
  },
  {
    kind: 'password in prose',
    gates: [
      'asswort',
      'ennwort',
      'ot de passe',
      'ontrase',
      'senha',
      'Senha',
      'achtwoord',
      'hasło',
      'Hasło',
      'ароль',
      'ösenord',
      'salasana',
      '密码',
      '密碼',
      'パスワード',
      '비밀번호',
    ],
    form: new RegExp(
      `(?:[Pp]asswort|[Kk]ennwort|[Mm]ot de passe|[Cc]ontrase[nñ]a|[Ss]enha|[Ww]achtwoord|[Hh]asło|[Пп]ароль|[Ll]ösenord|[Ss]alasana|密码|密碼|パスワード|비밀번호)["'\`*]{0,2}(?:\\s{0,2}[:：=]\\s{0,2}|\\s(?:ist|lautet|est|es|é|is|är|to|on|это|-|—)\\s?:?\\s|は\\s?|是\\s?|为\\s?|(?: ${PLAIN}){1,5}?(?:(?: ist| lautet| est| es| é| is| är| to| это)[ :]{1,2}| ?[:：] ?)|\\s)${VALUE}`,
      'g',
    ),
    chosen: true,
  },
  {
    kind: 'secret in prose',
    gates: ['key', 'Key', 'oken', 'ecret'],
    form: /(?:key|token|secret)\b(?<=\b(?:this|the|my|our|your|new|old|following|'s) (?:(?!public|cache|page|csrf|hash|commit)[\w-]{1,20} ){0,3}(?:key|token|secret))(?: (?!of\b)[\w'-]{1,20}){0,7}?(?:(?: is| was|:| =| here:)? ["'`]?| \()((?=[^\s]{0,40}[A-Za-z])(?=[^\s]{0,40}\d)[\w+/=~-]{20,256})(?=[\s,;).'"`]|$)/gi,
    chosen: false,
  },
  {
    kind: 'AWS key',
    gates: ['ecret'],
    form: /\b[Ss]ecret(?: (?:access )?key)?(?: is:?)? ["'`]?([A-Za-z0-9+/]{40})(?![\w+/=])/g,
    chosen: false,
  },
];
