import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { askFile } from "../../setup/ask.ts"
import { bicProblem, ibanProblem } from "../../setup/bank-number.ts"
import { DeploymentFile } from "../../setup/deployment-file.ts"
import { renewSecret, withNewInFront } from "../../setup/renew-secret.ts"
import { checkAll, makeAll } from "../../setup/run-steps.ts"
import { Site } from "../../setup/site.ts"
import { missing, right, type Step, wrong } from "../../setup/step.ts"

test("an IBAN is taken by its form and its check digits, a BIC by its form", () => {
  // Examples of the registry and of banks' test pages.
  for (const iban of ["DE02 1203 0000 0000 2020 51", "gb33bukb20201555555555", "NO93 8601 1117 947"])
    expect(ibanProblem(iban), iban).toBeNull()
  for (const iban of ["DE03 1203 0000 0000 2020 51", "DE02 1203 0000 0000 2025 01", "GB33BUKB2020155555555S"])
    expect(ibanProblem(iban), iban).toContain("check digits")
  for (const iban of ["", "1234", "DE0212030000000020205?", "FRENCH"])
    expect(ibanProblem(iban), iban).toContain("two letters")
  expect([bicProblem("BYLADEM1001"), bicProblem("COBADEFF")]).toEqual([null, null])
  expect(bicProblem("COBA")).toContain("8 or 11")
})

test("a program's answer is read by its name, and one that does not pass is an error", async () => {
  const ask = askFile(givenAnswers({ BANK_IBAN: " DE02120300000000202051 ", domain: "shop" }))
  expect(await ask({ key: "BANK_IBAN", text: "?", check: ibanProblem })).toBe("DE02120300000000202051")
  expect(await ask({ key: "CONTACT_PHONE", text: "?", isOptional: true })).toBe("")
  await expect(ask({ key: "MAIL_FROM", text: "?" })).rejects.toThrow("no answer named MAIL_FROM")
  await expect(ask({ key: "domain", text: "?", check: () => "No domain." })).rejects.toThrow(
    "domain: No domain.",
  )
})

test("only what is missing or wrong is made, and a step that stays wrong ends the run", async () => {
  const { site } = givenSite({})
  const made: string[] = []
  const step = (name: string, states: ReturnType<typeof right>[]): Step => ({
    name,
    look: async () => states.shift() ?? right("as it was"),
    make: async () => void made.push(name),
  })
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const byHand: Step = { name: "by hand", look: async () => wrong("click there") }
  const steps = [step("a", [right("fine")]), step("b", [missing("none"), right("there now")]), byHand]
  expect(await makeAll(steps, site, print)).toBe(false)
  expect(made).toEqual(["b"])
  expect(lines.join("\n")).toBe(
    "✓  a: fine\n…  b: missing, none\n✓  b: there now\n✗  by hand: click there\n\nLeft for you: by hand.",
  )
  const stuck = [step("c", [wrong("x"), wrong("x")]), step("d", [missing("none")])]
  await expect(makeAll(stuck, site, print)).rejects.toThrow("c is still wrong: x")
  expect(made).toEqual(["b", "c"])
})

test("a check prints one line for each step, makes nothing, and is not stopped by an error", async () => {
  const { site } = givenSite({})
  const make = async () => expect.unreachable("a check changes nothing")
  const failing: Step = { name: "long name", look: () => Promise.reject(new Error("no network")), make }
  const lines: string[] = []
  const steps: Step[] = [failing, { name: "b", look: async () => missing("none"), make }]
  expect(await checkAll(steps, site, (line) => lines.push(line))).toBe(false)
  expect(lines).toEqual(["cannot tell  long name  no network", "missing      b          none"])
})

test("new token keys stand before the old, and a new session key leaves mailboxes known", async () => {
  expect(withNewInFront("1:old=")).toMatch(/^2:[A-Za-z0-9+/]{43}=,1:old=$/)
  expect(withNewInFront("local:old=")).toMatch(/^1:.+,local:old=$/)
  const { site } = givenSite({})
  await expect(renewSecret(site, "TOKEN_KEYS")).rejects.toThrow("put the old one there first")
  site.secrets.keep("MAILBOX_KEY", "m")
  site.secrets.keep("SESSION_KEY", "old")
  await renewSecret(site, "SESSION_KEY")
  expect([site.secrets.get("MAILBOX_KEY"), site.secrets.get("SESSION_KEY") === "old"]).toEqual(["m", false])
  await expect(renewSecret(site, "BANK_IBAN")).rejects.toThrow("BANK_IBAN is not one of SESSION_KEY")
})

function givenAnswers(answers: Record<string, string>): string {
  const path = join(givenFolder(), "answers.json")
  writeFileSync(path, JSON.stringify(answers))
  return path
}

function givenSite(answers: Record<string, string>): { site: Site } {
  const file = new DeploymentFile(join(givenFolder(), "deployment.toml"))
  return { site: new Site(file, askFile(givenAnswers(answers))) }
}

function givenFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "setup-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
