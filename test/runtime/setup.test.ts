import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SetupRun } from "../../harness/cloud/run-setup.ts"
import {
  ACCOUNT,
  answers,
  etsy,
  expectWhole,
  freshAccount,
  HOST,
  paypal,
  type Shop,
  said,
  shopify,
} from "../../harness/cloud/shop.ts"
import { longTest } from "../../harness/long-test.ts"

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort()

/** Drops all tables, each before those that it refers to. */
function dropsOfTables(): string {
  const sql = migrations.map((name) => readFileSync(`migrations/${name}`, "utf8")).join("\n")
  const made = [...sql.matchAll(/CREATE TABLE `(\w+)` \(([\s\S]*?)\n\)/g)]
  let left = [...new Map(made.map((table) => [table[1], table])).values()]
  const drops = [...sql.matchAll(/CREATE (?:VIRTUAL (TABLE)|(VIEW)) `(\w+)`/g)].map(
    ([, table, view, name]) => `DROP ${table ?? view} IF EXISTS \`${name}\``,
  )
  while (left.length > 0) {
    const isFree = ([, name]: string[]) =>
      !left.some(([, other, body]) => other !== name && body.includes(`REFERENCES \`${name}\``))
    drops.push(...left.filter(isFree).map(([, name]) => `DROP TABLE \`${name}\``))
    left = left.filter((one) => !isFree(one))
  }
  return drops.join("; ")
}

/** Returns the lines of `--check`: each step's state and words. */
function tableOf({ lines }: SetupRun): Record<string, string> {
  const rows = lines.flatMap((line) => {
    const [, kind, name, words] = /^(right|missing|wrong|cannot tell)\s+(.+?)\s{2,}(.*)$/.exec(line) ?? []
    return kind ? [[name, `${kind}: ${words}`]] : []
  })
  return Object.fromEntries(rows)
}

let live: Shop
let first: SetupRun
beforeAll(async () => {
  live = await freshAccount()
  first = await live.setup(answers)
})
afterAll(() => live.close())

test("from a fresh account to a live shop", async () => {
  expect(first.status, said(first)).toBe(0)
  await expectWhole(live)
  const secrets = (await live.account()).scripts.map(({ versions }) =>
    versions.flatMap(({ bindings }) => bindings).filter(({ type }) => type === "secret_text"),
  )
  expect(secrets.map(({ length }) => length)).toEqual([10, 8])
  const kept = readFileSync(live.secretsFile, "utf8")
  expect(statSync(live.secretsFile).mode & 0o777).toBe(0o600)
  const { values }: { values: Record<string, string> } = JSON.parse(kept)
  expect(Object.keys(values).sort()).toEqual(["MAILBOX_KEY", "OPERATOR_KEY", "SESSION_KEY", "TOKEN_KEYS"])
  const written = readFileSync(live.deploymentFile, "utf8")
  for (const secret of [
    paypal.clientSecret,
    etsy.keystring,
    etsy.secret,
    shopify.secret,
    ...Object.values(values),
  ])
    expect(said(first) + written).not.toContain(secret)

  const checked = await live.check()
  for (const [step, row] of Object.entries(tableOf(checked))) expect(row, step).toMatch(/^right: /)
  expect(checked.status).toBe(0)
})

test("a second run asks nothing and changes nothing", async () => {
  const { written } = await live.state()
  const files = [live.deploymentFile, live.secretsFile].map((file) => readFileSync(file, "utf8"))
  const again = await live.setup({})
  expect(again.status, said(again)).toBe(0)
  expect((await live.state()).written).toBe(written)
  expect([live.deploymentFile, live.secretsFile].map((file) => readFileSync(file, "utf8"))).toEqual(files)
})

longTest("--check names each mistake that somebody made since, and setup mends what it may", async () => {
  const { queues } = await live.account()
  const render = queues.find(({ queue_name }) => queue_name === "sheetsmith-render")
  const worker = (name: string) => `${ACCOUNT}/workers/scripts/${name}`
  const text = "0x4AAAAAAAnotTheWidgetsSecretAtAll"
  await live.byHand("PUT", `${worker("sheetsmith")}/secrets`, { name: "TURNSTILE_SECRET", text })
  await live.byHand("DELETE", `${worker("sheetsmith-press")}/secrets/ETSY_SHARED_SECRET`)
  await live.byHand("POST", `${worker("sheetsmith")}/subdomain`, { enabled: true })
  await live.byHand(
    "DELETE",
    `${ACCOUNT}/queues/${render?.queue_id}/consumers/${render?.consumers[0].consumer_id}`,
  )
  await live.byHand("PUT", `${worker("sheetsmith-press")}/schedules`, [])
  const [webhook] = await live.webhooks()
  await live.changeWebhook(webhook.id, [
    { op: "replace", path: "/url", value: "https://elsewhere.paperbird.io/paypal" },
    { op: "replace", path: "/event_types", value: [{ name: "PAYMENT.CAPTURE.COMPLETED" }] },
  ])
  const deployment = readFileSync(live.deploymentFile, "utf8")
  const sample = "DE89 3704 0044 0532 0130 00"
  writeFileSync(live.deploymentFile, deployment.replace(answers.BANK_IBAN, sample))

  const { written } = await live.state()
  const checked = await live.check()
  expect(checked.status).toBe(1)
  const table = tableOf(checked)
  expect(table).toMatchObject({
    Turnstile: expect.stringMatching(/^wrong: /),
    "PayPal webhook": expect.stringMatching(/^wrong: /),
    Vendors: expect.stringMatching(/^wrong: /),
    "Bank account": expect.stringMatching(/^wrong: BANK_IBAN/),
    "Press Worker": expect.stringMatching(/^wrong: .*ETSY_SHARED_SECRET/),
    Address: "wrong: sheetsmith also answers under workers.dev",
    "Queues and crons": expect.stringMatching(/^wrong: sheetsmith-render has no consumer; the cron/),
  })
  for (const right of [
    "Cloudflare access",
    "Domain",
    "D1 database",
    "D1 tables",
    "R2 bucket",
    "Queues",
    "Mail",
    "Live app",
  ])
    expect(table[right], right).toMatch(/^right: /)
  expect((await live.state()).written, "a check only looks").toBe(written)

  const mended = await live.setup({
    BANK_IBAN: answers.BANK_IBAN,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    ETSY_KEYSTRING: etsy.keystring,
    ETSY_SHARED_SECRET: etsy.secret,
  })
  expect(mended.status, said(mended)).toBe(0)
  await expectWhole(live)
})

longTest("tables that are gone are named by --check, and made again", async () => {
  const { databases } = await live.account()
  await live.byHand("POST", `${ACCOUNT}/d1/database/${databases[0].uuid}/query`, {
    sql: `${dropsOfTables()}; DELETE FROM d1_migrations`,
  })
  expect(tableOf(await live.check())).toMatchObject({
    "D1 tables": `missing: ${migrations.length} migrations from ${migrations[0]} on`,
  })
  const mended = await live.setup(answers)
  expect(mended.status, said(mended)).toBe(0)
  await expectWhole(live)
})

longTest(
  "databases that are added are made and migrated by both commands, which go on where they stopped",
  async () => {
    writeFileSync(live.deploymentFile, `databases = 3\n${readFileSync(live.deploymentFile, "utf8")}`)
    const path = `${ACCOUNT}/d1/database`
    const isOne = "missing: DB_1 has no id yet"
    expect(tableOf(await live.check())).toMatchObject({ "D1 database": isOne })
    // The answer to the second one's making is lost, then the third one's migrations are cut off.
    await live.control({ action: "lose", path, method: "POST", after: 1 })
    expect((await live.setup({})).status).toBe(1)
    const third = (await live.account()).databases[2]
    expect(tableOf(await live.check())).toMatchObject({ "D1 database": "missing: DB_2 has no id yet" })
    await live.control({ action: "lose", path: `${path}/${third.uuid}/query`, method: "POST", after: 4 })
    const cut = await live.setup({})
    expect(cut.status, said(cut)).toBe(1)
    await live.control({ action: "clear", path: `${path}/${third.uuid}/query` })
    const made = await live.setup({})
    expect(made.status, said(made)).toBe(0)
    await expectWhole(live, 3)
    const { databases, scripts } = await live.account()
    const bound = databases.map(({ uuid }, i) =>
      expect.objectContaining({ name: i ? `DB_${i}` : "DB", id: uuid }),
    )
    for (const { versions } of scripts)
      expect(versions.at(-1)?.bindings).toEqual(expect.arrayContaining(bound))

    // A later version's migrations reach all of them by `npm run deploy`, which makes its queues as well.
    const isNew = ({ queue_name: name }: { queue_name: string }) => name.startsWith("sheetsmith-shipment")
    for (const { queue_id: queue } of (await live.account()).queues.filter(isNew))
      await live.byHand("DELETE", `${ACCOUNT}/queues/${queue}`)
    for (const { uuid } of databases.slice(1))
      await live.byHand("POST", `${path}/${uuid}/query`, {
        sql: `${dropsOfTables()}; DELETE FROM d1_migrations`,
      })
    await live.control({ action: "lose", path: `${path}/${third.uuid}/query`, method: "POST", after: 4 })
    expect((await live.deploy()).status).toBe(1)
    await live.control({ action: "clear", path: `${path}/${third.uuid}/query` })
    const deployed = await live.deploy()
    expect(deployed.status, said(deployed)).toBe(0)
    expect(tableOf(await live.check())).toMatchObject({ "D1 tables": "right: all migrations" })
    await expectWhole(live, 3)
    writeFileSync(
      live.deploymentFile,
      readFileSync(live.deploymentFile, "utf8").replace("databases = 3\n", ""),
    )
  },
)

test("--check names what takes the whole shop away", async () => {
  const [domain] = (await live.account()).domains
  await live.byHand("DELETE", `${ACCOUNT}/workers/domains/${domain.id}`)
  live.control({ vendor: "cloudflare", action: "zone", name: "paperbird.io", fightMode: true })
  const deployment = readFileSync(live.deploymentFile, "utf8")
  const zeros = "00000000-0000-0000-0000-000000000000"
  writeFileSync(live.deploymentFile, deployment.replace(/database_id = .*/, `database_id = "${zeros}"`))
  const checked = await live.check()
  expect(checked.status).toBe(1)
  expect(tableOf(checked)).toMatchObject({
    "D1 database": "wrong: database_id is all zeros",
    Mail: expect.stringMatching(/^missing: .*paperbird.io/),
    Address: `missing: ${HOST} is not attached to sheetsmith`,
    "Bot Fight Mode": expect.stringMatching(/^wrong: it challenges PayPal/),
    "Live app": expect.stringMatching(/^missing: /),
  })
})
