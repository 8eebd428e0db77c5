import { describe, expect, it } from 'vitest';
import { readWordList } from '../../adapters/words/read-word-list.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { detectLanguage, QUERY_LANGUAGES, type QueryLanguage } from './detect-language.ts';
import { translate } from './translate.ts';
import { translateQuestion } from './translate-question.ts';
import { parseWordList } from './word-list.ts';

describe('the language of a question', () => {
  it.each([
    ['wo wird die Datei gespeichert', 'de'],
    ['¿dónde se guarda el archivo?', 'es'],
    ['donde se guarda la configuracion', 'es'],
    ['où est enregistré le fichier', 'fr'],
    ['onde o arquivo é salvo', 'pt'],
    ['como ler vários resultados de uma única consulta', 'pt'],
    ['где сохраняется файл', 'ru'],
    ['文件保存在哪里', 'zh'],
    ['ファイルはどこに保存される', 'ja'],
  ])('%s is %s', (text, language) => expect(detectLanguage(text)).toBe(language));
  it.each([
    'where is the file saved',
    'die on error',
    'parseQuery',
    'retry upload',
    'no such file or directory',
    'fetch data from an api',
    'the du command prints a list',
    'as const assertion',
  ])('%s is English', (text) => expect(detectLanguage(text)).toBeUndefined());
});

const lists = new Map(
  QUERY_LANGUAGES.map((language) => [language, parseWordList(readWordList(language) ?? '', language)]),
);
const english = (text: string, language: QueryLanguage) =>
  translate(text, language, lists.get(language)!)
    .flatMap((piece) => ('kept' in piece ? piece.kept : (piece.meanings[0] ?? [])))
    .join(' ');

describe('translating', () => {
  it('drops words without a topic and keeps names', () => {
    expect(english('wo wird die Datei in parseQuery gespeichert?', 'de')).toBe('file parseQuery store');
    expect(english('где открывается файл config.json', 'ru')).toBe('open file config.json');
  });
  it('splits German compounds', () => {
    expect(english('Spaltenbreiten', 'de')).toBe('column width');
  });
  it('reads words without their accents', () => {
    expect(english('funcion', 'es')).toBe('function');
    expect(english('loscht', 'de')).toBe(english('löscht', 'de'));
  });
  it('finds the longest words in a script without spaces', () => {
    expect(english('怎么删除文件夹', 'zh')).toBe('delete folder');
    expect(english('ファイルサイズ', 'ja')).toBe('file');
  });
  it('reads the parts of a word with a hyphen, unless it is a name', () => {
    expect(english('woraus wird die Geräte-ID gebildet', 'de')).toBe('device ID derive');
    expect(english('comment les fichiers sont-ils chargés', 'fr')).toBe('file load');
    expect(english('¿dónde se guarda no-store?', 'es')).toBe('store no-store');
    expect(english('wo wird set-cookie gelesen', 'de')).toBe('set-cookie read');
  });
  it('knows what programs of all kinds are about', () => {
    expect(english('wann werden die Zinsen abgebucht', 'de')).toBe('interest charge');
    expect(english('¿dónde se guarda el cuaderno?', 'es')).toBe('store notebook');
    expect(english('где создаются острова', 'ru')).toBe('create island');
  });
  it('takes French articles off their words', () => {
    expect(english("l'erreur", 'fr')).toBe('error');
  });
});

describe('a question in the language of the comments', () => {
  const asked = (text: string, written: string) =>
    translateQuestion(text, {
      wordList: async (language) => lists.get(language),
      known: async (words) => new Set(words.filter((word) => wordsOf(written).includes(word))),
    });
  it('keeps a word that the project has, and none of its meanings', async () => {
    expect((await asked('wie wird die Fläche berechnet', 'Berechnet die Fläche'))?.text).toBe(
      'fläche berechnet',
    );
  });
  it('takes the meaning where the project has that', async () => {
    expect((await asked('wo wird die Datei gespeichert', 'stores a file in eine Datei'))?.text).toContain(
      'file',
    );
  });
  it('keeps what no list has in a script without spaces, if the project has it', async () => {
    expect((await asked('面積はどこで計算されますか', '面積を計算する'))?.text).toContain('面積');
    expect((await asked('魑魅魍魎はどこ', '面積を計算する'))?.text ?? '').not.toContain('魑魅');
  });
});
