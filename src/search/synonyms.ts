import { stem, wordsOf } from '../core/text/terms.ts';

/**
 * Words people use for what programs do, and the words programs use for it. Left of the arrow are words and phrases of
 * a question, right of it names to search for as well. A word on the right finds its neighbours too, unless it is a stop
 * word.
 */
const GROUPS = `
sign in, log in, log on, logged in, login, authenticate > login auth authenticate signin session credential
sign up, register an account, create an account > signup register registration account
sign out, log out > logout signout
who may, allowed to, may access, access rights, rights, permission > permission authorize authorization acl role privilege policy
secret phrase, passphrase, password, pass phrase > password passphrase secret credential
forgot password, reset password > reset password recovery
username, user name > username user login
keep people out, block, ban, lock out > block ban deny blacklist blocklist forbid reject
let through, whitelist, let in > allow allowlist whitelist permit accept
leave out, leaves out, left out, omit, skip over, without > exclude skip omit ignore drop filter
throw away, throws away, get rid of, discard, drop > discard drop evict delete remove purge prune
clean up, tidy up, sweep > cleanup clean purge prune gc sweep collect expire
wipe, erase, empty > clear erase wipe reset delete truncate flush
expiry, expires, run out, too old, stale, out of date, outdated > expire expiry expiration ttl stale maxage timeout outdated
how long, lifetime, life span > duration ttl lifetime timeout elapsed maxage
give up, too long, takes too long, stuck, hangs, hang > timeout deadline abort cancel hang watchdog
try again, tries again, again after, another attempt, repeat until > retry attempt backoff reconnect
call off, stop, interrupt, quit > cancel abort stop interrupt terminate shutdown halt
shut down, finish what is running, wind down > shutdown stop close quiet drain graceful terminate
start up, boot, bring up, launch > start startup boot init launch bootstrap
set up, get ready, prepare > setup init initialize prepare configure
crash, blow up, falls over, dies > crash panic fatal exception abort
goes wrong, went wrong, fails, failure, problem > error failure exception fail fault
broken, damaged, corrupt > corrupt broken invalid damaged malformed
fix, mend, repair > repair fix recover restore correct
undo, go back, roll back, revert > undo rollback revert restore history
redo > redo history
bring back, get back, back to normal, put back > restore recover revert undo reset
save, write down, keep on disk, hard drive, to disk > save store persist write disk cache file
remember, keep for later, keep a copy, not downloaded again, not again > cache memoize store save remember memo
read back, load in, bring in > load read import restore
hand down, hand over, pass along, pass on > pass forward propagate delegate context
hand back, give back > return respond result yield
hand out, give out > distribute assign dispatch allocate
send off, send out > send dispatch publish emit enqueue push
reply, answer, answers > response reply respond result
ask for, asks for > request query prompt fetch
address, link, web address > url uri address href link
web page, page > html page document
website, web site, site > origin site host domain
host name, domain name > host hostname domain dns
look up host names, name lookup > dns resolve resolver lookup
encrypted, secure > tls ssl https encrypt cipher secure
encrypt, scramble > encrypt cipher crypto aes
decrypt, unlock > decrypt unlock key
fingerprint, checksum, digest > hash checksum digest sha fingerprint
tamper, tampered, forged > signature verify hmac sign tamper
certificate, cert > certificate cert x509 tls
the wire, over the network > network transport socket stream
shrink, squeeze, smaller, make smaller, compact > compress compression gzip deflate minify reduce shrink zip
unpack, expand, blow up > decompress extract unzip inflate expand
upload, send a file > upload multipart file
download > download fetch attachment
piece by piece, bit by bit, one at a time, chunk by chunk, in pieces > stream chunk iterate batch buffer unbuffered lazy generator
all at once, in one go, in bulk > batch bulk all
in ram, in memory > memory buffer ram heap
run out of memory > memory oom heap limit
not until, only when needed, on demand, only once needed > lazy defer deferred ondemand
right away, immediately, at once > immediate inline sync eager now
in the background, behind the scenes > background async worker daemon thread
at the same time, side by side, in parallel, simultaneously > parallel concurrent concurrency simultaneous thread
wait in line, queue up, waiting list, line up > queue enqueue semaphore backlog pending
at most, no more than, how many can, cap on, upper bound > limit max maximum cap semaphore quota
too many, too often, flood > limit rate throttle quota
slow down, throttle > throttle rate limit delay
while typing, only after typing stops > debounce throttle delay
every few seconds, every so often, again and again, regularly, periodically > poll interval timer period cron schedule
on time, at a set time, later, at a given time > schedule timer cron delay at
clock, time of day > time clock timestamp
time zone, timezone > timezone tz offset utc
how many, number of > count number total size
average, averages, averaging > mean average avg
smooth > rolling mean window interpolate smooth
add up, sum up > sum total aggregate accumulate
work out, figure out, find out > compute calculate resolve determine detect infer
decide, decides, choose, pick, picks > select choose resolve determine pick policy
guess, guesses > infer guess detect heuristic estimate
notice, notices, notices that > detect watch notify observe monitor
tell, tells, let know, inform > notify notification alert emit callback signal
complain, complains, grumble > warn warning error validate
warn, warns > warn warning alert
misspelt, misspelled, typo, did you mean > suggest similarity spell levenshtein unknown
unrecognised, not recognised > unknown unrecognized invalid
check, checks, make sure, sure that > validate check verify assert ensure
rules for input, correct input > validate validation schema
take apart, break up, split up > parse split tokenize segment
put together, assemble, build up, glue together > build join concat compose builder combine merge
combine, join, make one > merge join combine concat union
mix, blend > blend mix interpolate merge
compare, compared with, difference, differences, what changed, what is new > diff compare delta change
same, twice, duplicates, several copies > duplicate dedupe unique distinct equal
sort, order, arrange > sort order rank compare
stacking order, bring to the top, in front > zindex order layer raise
reverse, backwards > reverse invert
look for, hunt > search find lookup query match
narrow down > filter refine
turn into, make into, change into > convert transform serialize map cast
written out, write out > serialize dump render print emit generate
make up, create on the fly > generate create synthesize
made by machine, written description, from text > generate generation ai
label > tag label brand name
area, areas, region > region layout pane section area
side by side, stacked > layout split column row
cut, cuts > split truncate slice trim crop
cut off, chop, strip > strip trim truncate prefix
too long to fit, does not fit > truncate overflow wrap ellipsis
gap, spacing > gap padding margin fill spacing
pad, padding > pad fill padding
shade, shades, tint > color colour shade
color, colour, colors, colours > color colour style theme
dark mode, night mode > dark theme
fade, fades > fade blend opacity gradient decay
show, shows, display, displayed > show display render print view
hide, hides > hide hidden invisible suppress ignore
draw, drawn, paint > draw render paint canvas
scroll > scroll pager viewport
cursor, pointer > cursor pointer caret
mouse, click > mouse click pointer
drag, move around > drag move
picture, image, photo > image picture img
clipboard, copied text > clipboard copy paste buffer
translation, translated, translate > translate i18n locale language
language, languages > locale language lang i18n
umlauts, accents, special letters, plain letters > unicode normalize idna punycode ascii diacritic
capital letters, capitalised, upper case, no matter how > case uppercase lowercase insensitive capitalize
first letter > capitalize first
plain text, text > text string plain
line ending > newline eol crlf
trailing slash, slash at the end > slash trailing path normalize
web request, request > request http fetch call
incoming, arrives, comes in > incoming receive request input inbound
payload, content of a request > body payload content
header, headers > header headers
form field, fields > form field
pretend, pretends > override mock fake simulate monkeypatch spoof
fake, stand in > mock stub fake
other websites, another website, on its behalf > csrf origin referer cors samesite
path, route > route path router
middle step, in between > middleware interceptor filter
visitor, caller, client > client user remote request peer
ip, ip address > ip remote address
member, account > user account member
discussion, thread > topic thread discussion
message, messages > message notification
mail, e-mail, email > email mail smtp
settings, options > config configuration settings options preferences
default, by default > default fallback
switch on, turn on > enable activate on
switch off, turn off > disable deactivate off
on and off > toggle
command line, terminal > cli command terminal console
argument, arguments > argument parameter option flag
environment, environment variable > environment env environ
lowest, oldest > lowest minimum oldest
prompt > prompt
keystroke, keyboard > key input keyboard press
subdomain > subdomain host
approximate, roughly > estimate approximate
next page, page by page > next page pagination cursor
weakness, security hole > vulnerability cve security
mounted below, mount > mount nest prefix
content type > negotiate accept mime format
frame, container > frame group container box
folder, directory > directory folder dir path
file list, listing, browsing what is inside > list directory readdir index
walk over, go through, goes through, step through > iterate traverse walk loop each
child, children > child nested sub
parent > parent ancestor
depends on, pulls in > dependency require import depends
library, package, module > package library module dependency
newest, latest > latest newest recent
release, releases > version release tag
quicker, faster, speed, fast > optimize performance cache fast speed
slow > slow performance latency
live server, in production > production optimize deploy
backup, back up > backup snapshot archive
disk, hard disk > disk storage file
storage > storage repository store backend
database commit, transaction > transaction commit
all or nothing > transaction atomic
lock, only one at a time > lock mutex exclusive semaphore
reuse, use again > reuse pool cache
piece of work, task, job > job task worker
measure, measured > measure metrics histogram benchmark stat
distribution, spread > histogram distribution
statistics > stats statistics metrics
log, logs, what happened > log logger logging trace
violation, violations, offence > offense violation error
unused, never used > unused useless dead
run before, previous run, last run > previous last history
flag, mark > mark flag tag annotate
who changed, author > author blame commit
copy, copies > copy clone duplicate
rename > rename move
move > move transfer migrate
bring up to date, refresh > update refresh upgrade sync
keep in step, in sync > sync synchronize replicate
new master, take over > failover election promote leader
another program, other program > process external subprocess plugin control
extend, add-on, extension > plugin extension hook
happens when, when something happens > event hook callback trigger alert
listen > listen subscribe watch
tell everyone, everyone > broadcast publish notify all
random > random uuid nonce
unique > unique id uuid
table > table grid
question marks, placeholders > parameter placeholder bind
readable, pretty > pretty format
markup, formatting > markup format
shorten, short form > abbreviate shorten truncate
example data > fixture seed sample
shape > shape schema struct
kind, sort of > type kind
point at, points to > pointer reference target
put on, place on > attach add insert
music, sound > audio sound
film > video
`;

interface Group {
  readonly said: readonly { readonly phrase: string; readonly stems: string }[];
  readonly names: readonly string[];
}

let groups: readonly Group[] | undefined;

function readGroups(): readonly Group[] {
  groups ??= GROUPS.trim()
    .split('\n')
    .map((line) => {
      const [said = '', names = ''] = line.split(' > ');
      return {
        said: said.split(', ').map((phrase) => ({ phrase, stems: stemsIn(phrase) })),
        names: names.split(' '),
      };
    });
  return groups;
}

/** The stems of a text between spaces: "cleans up" is said as "clean up". */
function stemsIn(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return ` ${words.map(stem).join(' ')} `;
}

/** Names to search for beside the words of a question, with the words they stand for. */
export function synonymsIn(text: string): ReadonlyMap<string, string> {
  const words = stemsIn(text);
  const terms = new Set(wordsOf(text));
  const found = new Map<string, string>();
  for (const { said, names } of readGroups()) {
    const by =
      said.find(({ stems }) => words.includes(stems))?.phrase ?? names.find((name) => terms.has(name));
    if (by === undefined) continue;
    for (const name of names) if (!found.has(name)) found.set(name, by);
  }
  return found;
}

/**
 * The initials of three or four telling words in a row, with those words: programs call server-sent events "sse", and
 * "where are the" nothing.
 */
export function initialsIn(text: string): ReadonlyMap<string, string> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const found = new Map<string, string>();
  for (const length of [4, 3]) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length);
      if (run.some((word) => wordsOf(word).length === 0)) continue;
      found.set(run.map((word) => word[0]).join(''), run.join(' '));
    }
  }
  return found;
}
