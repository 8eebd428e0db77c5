import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTreeSitterParser } from '../tree-sitter-parser.ts';

/** What each language's fixture must yield: units with their exact lines, doc comments, imports and uses. */
const EXPECTED: Readonly<
  Record<string, Readonly<Record<'units' | 'docs' | 'imports' | 'references', readonly string[]>>>
> = {
  'box.go': {
    units: [
      '5-6 variable Limit',
      '9-13 class Box',
      '14-14 interface Opener',
      '17-20 method Box.Open',
      '22-22 function helper',
    ],
    docs: ['Limit: Limit is the most.', 'Box: Box holds.', 'Open: Open opens it.'],
    imports: ['example.org/x/util'],
    references: ['Box extends Base', 'Open calls Run'],
  },
  'point.rs': {
    units: [
      '3-7 class Point',
      '9-13 class Point',
      '10-12 method Point.fmt',
      '15-17 interface Shape',
      '16-16 method Shape.area',
      '19-21 namespace inner',
      '20-20 variable inner.LIMIT',
      '23-25 function square',
    ],
    docs: ['Point: A point.'],
    imports: ['crate::net::udp', 'crate::net'],
    references: ['Point implements Display', 'fmt calls write'],
  },
  'Shop.java': {
    units: [
      '5-21 class Shop',
      '8-8 property Shop.size',
      '10-13 method Shop.Shop',
      '15-18 method Shop.open',
      '20-20 enum Shop.Kind',
      '23-25 interface Open',
      '24-24 method Open.open',
    ],
    docs: ['Shop: A shop.', 'Shop: Makes one.'],
    imports: ['org.acme.util.Lists'],
    references: ['Shop extends Base', 'Shop implements Open', 'open calls of', 'open calls Door'],
  },
  'shop.kt': {
    units: [
      '5-16 class Shop',
      '7-7 property Shop.name',
      '9-11 method Shop.open',
      '13-15 class Shop.Companion',
      '14-14 method Shop.Companion.make',
      '18-18 function shout',
      '20-22 interface Open',
      '21-21 method Open.open',
      '24-24 class Registry',
    ],
    docs: ['Shop: A shop.'],
    imports: ['acme.util.trim'],
    references: [
      'Shop extends Base',
      'Shop extends Open',
      'open calls trim',
      'make calls Shop',
      'shout calls uppercase',
    ],
  },
  'shop.scala': {
    units: [
      '5-12 class Shop',
      '7-7 property Shop.name',
      '9-11 method Shop.open',
      '14-16 class Shop',
      '15-15 method Shop.make',
      '18-20 interface Open',
      '19-19 method Open.open',
    ],
    docs: ['Shop: A shop.'],
    imports: ['acme.util'],
    references: ['Shop extends Base', 'open calls trim', 'make calls Shop'],
  },
  'list.c': {
    units: [
      '3-4 variable LIMIT',
      '6-8 type node_t',
      '6-8 class node_t.node',
      '10-13 function add',
      '15-15 enum kind',
    ],
    docs: ['LIMIT: The most.', 'add: Adds one.'],
    imports: ['list.h'],
    references: ['add calls push'],
  },
  'box.cc': {
    units: [
      '3-19 namespace acme',
      '5-11 class acme.Box',
      '9-9 method acme.Box.Box',
      '10-10 method acme.Box.size',
      '13-15 method acme.Box.grow',
      '17-17 type acme.Names',
    ],
    docs: ['Box: A box.'],
    imports: ['vector'],
    references: ['Box extends Base', 'grow calls helper'],
  },
  'Box.cs': {
    units: [
      '3-23 namespace Acme.Shop',
      '5-17 class Acme.Shop.Box',
      '9-9 property Acme.Shop.Box.Size',
      '11-14 method Acme.Shop.Box.Box',
      '16-16 method Acme.Shop.Box.Open',
      '19-22 interface Acme.Shop.IOpen',
      '21-21 method Acme.Shop.IOpen.Open',
    ],
    docs: ['Box: <summary>A box.</summary>'],
    imports: ['System.IO'],
    references: ['Box extends Base', 'Box extends IOpen', 'Open calls Delete'],
  },
  'box.rb': {
    units: [
      '3-19 namespace Acme',
      '5-18 class Acme.Box',
      '8-8 property Acme.Box.LIMIT',
      '10-13 method Acme.Box.open',
      '15-17 method Acme.Box.make',
    ],
    docs: ['Acme: A box.', 'open: Opens it.'],
    imports: ['./util'],
    references: ['Box extends Base', 'Box implements Comparable', 'open calls unlock'],
  },
  'box.php': {
    units: [
      '6-16 class Box',
      '9-9 property Box.size',
      '11-15 method Box.open',
      '18-18 function helper',
      '20-20 interface Open',
    ],
    docs: ['Box: A box.', 'open: Opens it.'],
    imports: ['Acme\\Util\\Text'],
    references: ['Box extends Base', 'Box implements Open', 'open calls trim', 'open calls unlock'],
  },
  'box.swift': {
    units: [
      '3-14 class Box',
      '5-5 property Box.size',
      '7-9 method Box.init',
      '11-13 method Box.open',
      '16-18 class Box',
      '17-17 method Box.close',
      '20-22 interface Open',
      '21-21 method Open.open',
    ],
    docs: ['Box: A box.'],
    imports: ['Foundation'],
    references: ['Box extends Base', 'Box extends Open', 'open calls unlock'],
  },
  'box.dart': {
    units: ['3-12 class Box', '7-7 method Box.Box', '9-11 method Box.open', '14-16 function helper'],
    docs: ['Box: A box.'],
    imports: ['package:acme/util.dart'],
    references: ['Box extends Base', 'Box implements Open'],
  },
  'box.lua': {
    units: ['3-6 function add', '8-10 method M.open', '12-12 method M.close', '14-16 method M.twice'],
    docs: ['add: Adds.'],
    imports: ['acme.util'],
    references: ['add calls sum', 'open calls add'],
  },
  'show.sh': {
    units: ['4-4 variable LIMIT', '6-9 function show', '11-13 function main'],
    docs: ['show: Prints it.'],
    imports: ['./util.sh'],
    references: ['show calls print_line', 'main calls show'],
  },
  'box.ex': {
    units: ['1-14 namespace Acme.Box', '5-11 function Acme.Box.open', '13-13 function Acme.Box.helper'],
    docs: ['open: Opens it.'],
    imports: ['GenServer', 'Acme.Util'],
    references: ['Box calls open', 'open calls open', 'open calls unlock', 'helper calls helper'],
  },
  'box.zig': {
    units: ['3-10 class Box', '7-9 method Box.open', '12-12 function helper'],
    docs: ['Box: A box.'],
    imports: ['std'],
    references: ['open calls unlock'],
  },
  'Box.sol': {
    units: [
      '5-16 class Box',
      '7-7 property Box.size',
      '9-9 property Box.Opened',
      '11-11 method Box.constructor',
      '13-15 method Box.open',
    ],
    docs: ['Box: A box.'],
    imports: ['./Base.sol'],
    references: ['Box extends Base', 'open calls unlock'],
  },
  'bucket.tf': {
    units: ['1-4 property resource.aws_s3_bucket.logs', '6-6 property variable.name'],
    docs: ['logs: A bucket.'],
    imports: [],
    references: [],
  },
  'button.css': {
    units: ['1-5 property .button, .link', '7-9 property spin'],
    docs: ['.button, .link: Buttons.'],
    imports: [],
    references: [],
  },
  'box.py': {
    units: [
      '5-5 variable LIMIT',
      '8-22 class Box',
      '12-12 property Box.size',
      '14-15 method Box.__init__',
      '17-22 method Box.area',
      '25-26 function _helper',
    ],
    docs: ['Box: A box.', 'area: Its area.'],
    imports: ['os.path', '.util'],
    references: ['file calls sealed', 'Box extends Base', 'Box calls property', 'area calls trim'],
  },
  'text.vue': {
    units: ['8-10 function shout'],
    docs: [],
    imports: ['./ref'],
    references: ['shout calls toUpperCase'],
  },
  'button.tsx': {
    units: ['3-6 function Button'],
    docs: [],
    imports: ['react'],
    references: ['Button calls useState', 'Button calls Icon'],
  },
};

const parser = createTreeSitterParser();
const folder = new URL('../../../../../test/fixtures/languages/', import.meta.url);

test.each(Object.keys(EXPECTED))('%s is read exactly', async (name) => {
  const { units, references, imports, approximate } = await parser.parse(
    name,
    readFileSync(new URL(name, folder), 'utf8'),
  );
  expect(approximate).toBe(false);
  expect({
    units: units.map((unit) => `${unit.startLine}-${unit.endLine} ${unit.entityType} ${unit.qualifiedName}`),
    docs: units.filter((unit) => unit.docComment).map((unit) => `${unit.name}: ${unit.docComment}`),
    imports: imports.map(({ module }) => module),
    references: references
      .filter(({ kind }) => kind !== 'references')
      .map(({ from, kind, name: used }) => `${units[from ?? -1]?.name ?? 'file'} ${kind} ${used}`),
  }).toEqual(EXPECTED[name]);
});
