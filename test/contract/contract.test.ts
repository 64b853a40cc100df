import { expect, test } from "vitest"
import {
  loginSchema,
  phoneSchema,
  registerSchema,
  resetPasswordSchema,
} from "../../contract/accounts/account.ts"
import { resetCodeSchema } from "../../contract/accounts/reset-code.ts"
import { imageListQuerySchema, scoreSchema } from "../../contract/artwork/image.ts"
import { defaultInkLimits, inkCodes } from "../../contract/artwork/ink.ts"
import {
  defaultSheetTemplate,
  sheetTemplateInputSchema,
  sizeInputSchema,
} from "../../contract/artwork/size.ts"
import { idSchema, makeId } from "../../contract/id.ts"
import { MAX_UPLOAD_BYTES } from "../../contract/limit.ts"
import { listQuerySchema } from "../../contract/list.ts"
import { hasLabels, printCreateSchema, retentionDaysLeft } from "../../contract/prints/print.ts"
import { isPrintDeletable, isPrintEditable, printStatuses } from "../../contract/status.ts"
import { texts } from "../../contract/text.ts"
import { inkCodes as engineCodes, defaultInkLimits as engineLimits } from "../../sheet/ink/finding.ts"
import { ARTWORK_MAX_BYTES } from "../../sheet/raster/limits.ts"

const seller = {
  firstName: "Maya",
  lastName: "Okafor",
  username: "maya",
  company: "",
  phone: "+1 (555) 010-01",
  email: "maya@shop.test",
  password: "secret1",
}

function messages(result: { error?: { issues: { message: string }[] } | undefined }): string[] {
  return result.error?.issues.map((issue) => issue.message) ?? []
}

test("an id is a UUIDv7 that sorts by its time", () => {
  const earlier = makeId(1_700_000_000_000)
  const later = makeId(1_700_000_000_001)
  expect(earlier < later).toBe(true)
  expect(earlier[14]).toBe("7")
  expect(idSchema.safeParse("../../etc").success).toBe(false)
})

test("registration answers the specification's texts", () => {
  expect(registerSchema.safeParse(seller).success).toBe(true)
  expect(messages(registerSchema.safeParse({ ...seller, email: "" }))).toContain(texts.emailRequired)
  expect(messages(registerSchema.safeParse({ ...seller, email: "nobody" }))).toContain(texts.emailInvalid)
  expect(messages(registerSchema.safeParse({ ...seller, firstName: "Al" }))).toContain(
    "First name must be at least 3 characters",
  )
  expect(messages(registerSchema.safeParse({ ...seller, username: "a b" })).length).toBeGreaterThan(0)
  expect(messages(registerSchema.safeParse({ ...seller, company: "ab" }))).toContain(
    "Company must be at least 3 characters",
  )
  expect(messages(registerSchema.safeParse({ ...seller, password: "12345" }))).toContain(
    "Password must be at least 6 characters",
  )
  expect(registerSchema.parse({ ...seller, role: "admin" })).not.toHaveProperty("role")
  expect(messages(loginSchema.safeParse({ email: "", password: "" }))).toEqual([
    texts.emailRequired,
    texts.passwordRequired,
  ])
})

test.each([
  ["+49 30 901820", true],
  ["(555) 010-0199", true],
  ["12345678901234567", false],
  ["phone", false],
  ["()", false],
  ["", false],
])("the phone number %s is valid: %s", (phone, isValid) => {
  expect(phoneSchema.safeParse(phone).success).toBe(isValid)
})

test("a reset needs equal passwords and a whole code", () => {
  const form = {
    email: "maya@shop.test",
    resetToken: "7K3QX-9M2TD",
    password: "secret1",
    confirmPassword: "secret1",
  }
  expect(resetPasswordSchema.safeParse(form).success).toBe(true)
  expect(messages(resetPasswordSchema.safeParse({ ...form, confirmPassword: "other" }))).toEqual([
    texts.passwordsDiffer,
  ])
  const words = ["Enter the code from the e-mail: ten letters and digits, like 7K3QX-9M2TD"]
  for (const resetToken of [
    "",
    "123456",
    "7K3QX-9M2T",
    "7K3QX-9M2TDD",
    "7K3QX-9M2TU",
    "x".repeat(61),
    7,
    null,
  ])
    expect(messages(resetPasswordSchema.safeParse({ ...form, resetToken })), String(resetToken)).toEqual(
      words,
    )
})

test.each([
  ["7K3QX-9M2TD", "7K3QX-9M2TD"],
  ["7k3qx9m2td", "7K3QX-9M2TD"],
  ["  7k3 qx – 9m2\u2011td\u200b\n", "7K3QX-9M2TD"],
  ["oOiIl-LO01i", "00111-10011"],
  ["\uff17K3QX-9M2TD", "7K3QX-9M2TD"],
])("the code typed as %j is read as %s", (typed, code) => {
  expect(resetCodeSchema.parse(typed)).toBe(code)
})

test("a list's odd query falls back instead of failing", () => {
  expect(listQuerySchema.parse({ page: "-3", limit: "many", sort: "up" })).toMatchObject({
    page: 1,
    limit: 10,
    sort: "desc",
    search: "",
  })
  expect(imageListQuerySchema.parse({ sortBy: "passwordHash", imageCategory: "x" })).toMatchObject({
    sortBy: "createdAt",
    imageCategory: undefined,
  })
})

test("sizes, scores, templates and quantities keep their bounds", () => {
  expect(messages(sizeInputSchema.safeParse({ name: " ", value: 4 }))).toEqual(["Name is required"])
  expect(sizeInputSchema.safeParse({ name: "Chest", value: Number.NaN }).success).toBe(false)
  expect([0, 2.5, 5].every((score) => scoreSchema.safeParse(score).success)).toBe(true)
  expect([-0.5, 0.3, 5.5].some((score) => scoreSchema.safeParse(score).success)).toBe(false)
  expect(sheetTemplateInputSchema.parse(defaultSheetTemplate)).toEqual(defaultSheetTemplate)
  expect(defaultSheetTemplate).toMatchObject({
    ...{ name: "22 in roll", widthIn: 22, maxLengthIn: 100, edgeIn: 0.25, gapIn: 0.25, dpi: 300 },
    ...{ rotate: true, trim: true, mirror: false, labels: false, nesting: "shapes", packing: "tightest" },
  })
  expect(sheetTemplateInputSchema.safeParse({ ...defaultSheetTemplate, widthIn: 4, edgeIn: 2 }).success).toBe(
    false,
  )
  expect(sheetTemplateInputSchema.safeParse({ ...defaultSheetTemplate, dpi: 601 }).success).toBe(false)
  const item = { imageId: makeId(1), sizeId: makeId(2), quantity: 1 }
  expect(printCreateSchema.safeParse({ printItems: [item] }).success).toBe(true)
  for (const quantity of [0, -1, 1.5, "2", 5001])
    expect(printCreateSchema.safeParse({ printItems: [{ ...item, quantity }] }).success).toBe(false)
  expect(printCreateSchema.safeParse({ printItems: [] }).success).toBe(false)
})

test("print states say what may be done", () => {
  expect(printStatuses.filter(isPrintEditable)).toEqual(["In Draft", "Deleted", "Cancelled"])
  expect(printStatuses.filter((status) => !isPrintDeletable(status))).toEqual(["Processing"])
})

test("retention counts whole days up and ends at 0", () => {
  const printedAt = "2026-01-01T12:00:00.000Z"
  const at = (iso: string) => retentionDaysLeft(printedAt, Date.parse(iso), 7)
  expect(at("2026-01-01T12:00:00Z")).toBe(7)
  expect(at("2026-01-02T11:59:59Z")).toBe(7)
  expect(at("2026-01-06T12:00:01Z")).toBe(2)
  expect(at("2026-01-08T12:00:00Z")).toBe(0)
  expect(at("2026-02-01T00:00:00Z")).toBe(0)
})

test("a print's own word on labels counts first, then that it is of orders, then its template", () => {
  const sectionsOf = (type: "Etsy" | "Manual", labels: boolean | null) =>
    [true, false].map((isOn) => hasLabels({ type, labels }, { labels: isOn }))
  expect(sectionsOf("Etsy", null)).toEqual([true, true])
  expect(sectionsOf("Manual", null)).toEqual([true, false])
  expect(sectionsOf("Etsy", false)).toEqual([false, false])
  expect(sectionsOf("Manual", true)).toEqual([true, true])
})

test("the largest file and the form around it pass Cloudflare's 100 MB, and the engine's limit is the same", () => {
  /** The bytes of boundaries, headers, the longest name and three short fields. */
  const formBytes = 64 * 1024
  expect(MAX_UPLOAD_BYTES + formBytes).toBeLessThan(100_000_000)
  expect(ARTWORK_MAX_BYTES).toBe(MAX_UPLOAD_BYTES)
})

test("the engine has the kinds of findings about ink, and their limits, that calls have", () => {
  expect(engineCodes).toEqual(inkCodes)
  expect(engineLimits).toEqual(defaultInkLimits)
})
