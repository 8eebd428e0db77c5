import { stem, termsOf } from '../core/text/terms.ts';

/**
 * What developers say in different words, one concept a line. A question and a note about the same thing often share
 * a concept but no word: "changelog" and "release notes", "umlauts" and "UTF-8".
 */
const CONCEPTS = `
compile, build, make, bundle, transpile, linker, toolchain, cargo, gradle, bazel, webpack, vite
deploy, release, ship, publish, rollout, go live, promote, launch, push out, hotfix, put out
production, prod, live
staging, preview, preprod, test environment, qa
local, locally, laptop, my machine, dev machine, workstation, localhost, dev environment, macbook
roll back, rollback, revert, undo, go back, previous version, previous release, put back, restore, downgrade
changelog, release notes, announcement, what is new
version, tag, semver, bump, major, upgrade
dependency, package, library, module, npm, pip, crate, gem, vendor, third party, sdk
lockfile, lock file, pin, pinned, package json
branch, trunk, main, master, fork
commit, commit message, changeset, squash, cherry pick, rebase
pull request, merge request, merge, pr, review, approve, approval, reviewer, sign off, code owner
bot, robot, automation, script
reject, refuse, deny, decline, block, forbid, not allowed, disallow, prohibit, fail
ci, pipeline, github actions, workflow, jenkins, gitlab, runner, build server, nightly, red, green
test, spec, suite, unit test, integration test, rspec, pytest, vitest, junit, jest
flaky, flake, intermittent, sometimes fails, randomly, unstable, non deterministic, race
mock, stub, fake, stand in, test double, simulate, simulator, emulator, in memory
fixture, seed, sample data, example data, demo, dummy data, test data, factory
snapshot, golden, reference image, screenshot, baseline
load test, benchmark, stress, k6, jmeter, locust, gatling, simulate, perf
coverage, untested
lint, linter, formatter, format, prettier, eslint, rubocop, style, naming, convention, code style
slow, latency, performance, speed up, faster, sluggish, takes long, hang, optimise, optimize, throughput, bottleneck
memory, ram, heap, oom, out of memory, leak, gigabyte, killed, exit code 137
cpu, core, load, processor
parallel, concurrent, concurrency, worker, thread, simultaneous, at the same time, parallelise, parallelize, pool
race, lock, deadlock, mutex, contention, stall, blocked, wait, queue behind
double, twice, duplicate, two times, again, repeated, same time, idempotent, conflict, collide
retry, again, attempt, backoff, rerun, redo, repeat, resend, redeliver, replay
timeout, time out, deadline, hang, unresponsive, unreachable, not available, no answer
crash, die, segfault, panic, abort, killed, stop, dead, exception, broken
out of sync, stale, outdated, old, cached, out of date, out of step, expired, obsolete, still shows
cache, memoize, redis, cdn, cloudfront, invalidate, ttl, purge, fragment, precompute
queue, job, worker, background, sidekiq, celery, bullmq, kafka, rabbitmq, sqs, nats, pubsub, broker, task, cron, schedule, nightly, batch
event, message, publish, subscribe, emit, notify, topic, outbox, stream, consumer
webhook, callback, hook, notification, push
websocket, web socket, cable, socket, live update, stream, sse, realtime, real time
database, db, postgres, postgresql, mysql, mariadb, sqlite, sql, timescale, timescaledb, snowflake, oracle, mongo
migration, migrate, schema, column, add a column, table, alter, flyway, alembic, liquibase, ddl, field
index, indices, query plan, explain, sequential scan
backfill, fill in, populate, update all, existing rows, bulk update
transaction, atomic, commit, isolation, constraint, all or nothing
connection, pool, hikari, pgbouncer, socket
replica, primary, failover, cluster, standby, shard
backup, restore, dump, archive
id, identifier, primary key, uuid, ulid, public id, token, key, slug
url, link, path, route, endpoint, href, address, uri
api, endpoint, rest, controller, route, handler, graphql, grpc, rpc, service, request
dto, serializer, response, payload, json, expose, return
rate limit, throttle, quota, 429, too many requests, limit, per minute, per second, calls a minute
limit, max, maximum, cap, at most, largest, how big, how large, how many, size, upper bound, too big, too large, exceed
413, upload, upload size, payload too large, attachment
404, not found, missing, unknown
403, 401, access denied, accessdenied, permission, forbidden, unauthorized, role, privilege, grant, iam, acl, rights, policy, not authorized
500, server error, internal error, exception
502, 503, bad gateway, unavailable, down, outage, downtime, maintenance
login, log in, logged in, sign in, signing in, signed in, signin, auth, authentication, authenticate, oauth, oidc, sso, session, account, identity
password, secret, credential, vault, key vault, api key, token, env var, passphrase
certificate, cert, tls, ssl, https, renewal, expiry, expire, x509, handshake
encrypt, encryption, cipher, crypto, hash, sign, signature, signing
privacy, gdpr, personal data, anonymise, anonymize, pii, customer name, redact, law, legal, compliance, audit
log, logging, logger, trace, stdout, print, sentry, observability
monitor, metric, dashboard, alert, grafana, prometheus, datadog, chart, graph
analytics, tracking, track, usage event, telemetry, posthog, statistics, measure
config, configuration, setting, environment variable, env, option, yaml, toml, parameter
feature flag, flag, toggle, behind, hide, hidden, not yet visible, unreleased, switch on, enable, disable, experiment, beta
docker, container, image, kubernetes, k8s, pod, ecs, compose, helm, podman, dockerfile
terraform, infrastructure, infra, provision, pulumi, ansible, cloudformation, plan, apply, state
cloud, aws, azure, gcp, region, hosting, host, server, fly, datacenter, data centre, where does it run
storage, s3, bucket, blob, disk, volume, object store
port, listen, localhost, address
proxy, gateway, nginx, load balancer, ingress, reverse proxy
dns, domain, hostname, subdomain
network, offline, no connection, flight mode, reconnect, disconnected, without network, airplane, connectivity, unplugged, switched off
frontend, front end, ui, web app, angular, react, vue, svelte, hotwire, stimulus, next, screen, view, widget, component, page
mobile, app, android, ios, iphone, phone, tablet, device, handset
app store, play store, testflight, store review, play console, entitlement, publish
browser, firefox, chrome, safari, edge, polyfill, javascript feature, css
screen, kiosk, display, terminal, panel, monitor
dark mode, night mode, theme, dark, bright, contrast
font, typeface, letter, glyph, italic, text size, font size
layout, spacing, responsive, landscape, width, height, resolution
image, picture, photo, cover, thumbnail, icon, scan, avatar
print, printout, pdf, printer, paper
form, input, field, validation, submit, intake
button, click, tap, press, double click
accessibility, screen reader, read aloud, a11y, dyslexia
voice, audio, sound, speech, recording, tts
translation, translate, i18n, l10n, locale, localisation, localization, string, language, german, french, spanish, copy
encoding, charset, utf, utf8, unicode, latin, iso 8859, umlaut, accent, garbled, mojibake, special character, ascii, decode
time zone, timezone, utc, zone, offset, local time, clock, dst, daylight saving, clock change, summer time, winter time, midnight, date
calendar, agenda, appointment, booking, slot, schedule, reservation, availability
today, now, current time, timestamp, date
retention, keep, kept, delete after, history, how long, archive, old data, years ago, months ago, purge, expire, remain
delete, remove, erase, drop, wipe, purge, clean up, tombstone, gone, forget
money, price, amount, currency, cents, rounding, round, decimal, vat, tax, invoice, fee, cost, expensive
billing, bill, invoice, charge, payment, pay, subscription, fee, payer, stripe, refund, accounting
discount, voucher, coupon, promotion, rebate
customer, client, tenant, user, account, subscriber, buyer, consumer
cart, basket, checkout, order, purchase
stock, inventory, warehouse, reserve, oversell
email, mail, smtp, newsletter, mailbox, mailpit, mailhog, inbox
sms, text message, twilio, reminder, text
contact, ask, responsible, owner, owns, who knows, in charge, expert, maintainer, review
on call, oncall, pager, rota, escalation, escalate, incident, call at night, whom to call, duty, whom
support, oldest version, still support, compatible, compatibility, end of life, drop support, minimum version, legacy
deprecated, removed, dropped, banned, do not use, forbidden, no longer, given up
new code, create a class, class, boilerplate, getter, setter, lombok, record, struct
error handling, raise, throw, exception, result, expected failure, tells why, return value
refactor, clean up, restructure, rewrite, rename, move
documentation, docs, readme, adr, notes, wiki, guide, architecture
search, find, lookup, full text, meilisearch, elasticsearch, tantivy, lucene, suffix array, autocomplete, typeahead
import, ingest, load, feed, csv, parse, parser, reader, etl
export, report, download, csv, spreadsheet, excel, dump
format, parse, decode, protobuf, proto, avro, xml, hl7, fhir, edi, message format, protocol
partner, vendor, third party, supplier, external, upstream, provider, integration, interface, counterpart
specification, spec, guide, contract, agreed, documented, standard
validation, validate, invalid, schema check, malformed, reject, quarantine
aggregate, aggregation, sum, total, rollup, hourly, daily, monthly, yearly, statistics, average, report
stream, paginate, page through, batch, chunk, cursor, all rows, find each, one by one, everything at once
large, big, huge, volume, many, million, scale, largest, biggest, at scale
sync, synchronise, synchronize, replicate, merge, conflict, two devices, other device, last writer
position, offset, place, spot, location, cursor
ownership, lifetime, handle, close, dispose, release, reference, garbage
foreign function, ffi, native, binding, rust, jni, uniffi, wasm, bridge
thread, main thread, background thread, ui thread, main actor, async, await, coroutine
callback, listener, observer, delegate, handler
array, list, collection, loop, iterate
template, view, partial, html, erb, render, rendering
startup, start, boot, launch, start up, first launch, cold start, spin up, bring up, bootstrap
setup, set up, install, onboarding, getting started, new machine, new laptop, prepare
shutdown, terminate, kill, sigterm, drain, restart, deploy kills, graceful
device, sensor, meter, firmware, hardware, board, gadget, iot
firmware, ota, flash, update
mqtt, emqx, mosquitto, broker, topic
team, people, colleague, group, staff
meeting, standup, sprint, retro
ticket, issue, jira, linear, story, bug report
laptop, intel, apple silicon, arm, x86, architecture, macbook
license, licence, fee, licensing, drm, copyright
`;

interface Entry {
  readonly concept: number;
  readonly name: string;
  /** Its words, stemmed. */
  readonly words: readonly string[];
}

let entriesByWord: ReadonlyMap<string, readonly Entry[]> | undefined;
let termsByConcept: readonly (readonly string[])[] | undefined;

function lines(): readonly (readonly string[])[] {
  return CONCEPTS.trim()
    .split('\n')
    .map((line) => line.split(', '));
}

function entriesOf(firstWord: string): readonly Entry[] {
  if (entriesByWord === undefined) {
    const made = new Map<string, Entry[]>();
    for (const [concept, names] of lines().entries()) {
      for (const name of names) {
        const words = stemmedWords(name);
        const first = words[0] ?? '';
        made.set(first, [...(made.get(first) ?? []), { concept, name, words }]);
      }
    }
    entriesByWord = made;
  }
  return entriesByWord.get(firstWord) ?? [];
}

/** The concepts a text names, each with the word or phrase that names it. */
export function conceptsIn(text: string): ReadonlyMap<number, string> {
  const words = stemmedWords(text.slice(0, MAX_CHARACTERS));
  const found = new Map<number, string>();
  for (const [at, word] of words.entries()) {
    for (const { concept, name, words: wanted } of entriesOf(word)) {
      if (!found.has(concept) && wanted.every((each, index) => words[at + index] === each)) {
        found.set(concept, name);
      }
    }
  }
  return found;
}
/** A prompt says what it wants at the start; the rest is mostly pasted. */
const MAX_CHARACTERS = 2000;

/** The single words that name a concept, stemmed, for a store to look up. */
export function termsOfConcept(concept: number): readonly string[] {
  termsByConcept ??= lines().map((names) => [
    ...new Set(names.filter((name) => !name.includes(' ')).flatMap((name) => termsOf(name))),
  ]);
  return termsByConcept[concept] ?? [];
}

/** Unlike in full-text search, small words stay: "sign in" is not "sign". */
function stemmedWords(text: string): string[] {
  const words = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}
