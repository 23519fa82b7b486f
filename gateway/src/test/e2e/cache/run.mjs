// Runs all tests of http-cache-tests against a gateway, and prints one line for each: id, kind and "pass" or the reason.
// Usage: node run.mjs PORT BASE, where PORT is that of the origin that this program provides, and BASE the URL of the gateway.
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import path from 'node:path'
import os from 'node:os'

const [port, base, ...only] = process.argv.slice(2)
const suite = path.dirname(createRequire(import.meta.url).resolve('http-cache-tests/package.json'))
const load = (file) => import(pathToFileURL(path.join(suite, file)).href)

process.env.npm_config_protocol = 'http'
process.env.npm_config_port = port
process.env.npm_config_pidfile = path.join(os.tmpdir(), `lychgate-cache-tests-${process.pid}`)
const print = console.log
console.log = () => {}
console.error = () => {}
process.chdir(suite)
await load('server/server.mjs')

const { default: fetch } = await import(
  pathToFileURL(createRequire(path.join(suite, 'cli.mjs')).resolve('node-fetch')).href
)
const { default: tests } = await load('tests/index.mjs')
const { runTests, getResults } = await load('client/runner.mjs')
const chosen = only.length === 0
  ? tests
  : tests.map((set) => ({ ...set, tests: set.tests.filter((test) => only.includes(test.id)) }))
// All at once: most of the time is pauses until responses are stale.
await runTests(chosen, fetch, false, base, 1000)
const results = getResults()
for (const set of chosen) {
  for (const test of set.tests) {
    const result = results[test.id]
    if (result !== undefined) {
      const reason = result === true ? 'pass' : [result].flat().join(': ').replace(/\s+/g, ' ')
      print(`${test.id} ${test.kind ?? 'required'} ${reason}`)
    }
  }
}
process.exit(0)
