/** Lines that a person copies to call the API; `origin` is the app's own, without a slash at its end. */
import type { Scope } from "../accounts/scope.ts"
import { MAX_WAIT_S } from "../limit.ts"

/** The scopes of a call that makes a print of a file. */
const printingScopes: readonly Scope[] = ["images:write", "prints:write"]
/** A drawing to try a token with, so that nobody needs a file at hand. */
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="140" fill="#d2222d"/></svg>'
/** The token in examples, as a shell reads it. */
export const TOKEN_VARIABLE = "$SHEETSMITH_TOKEN"
/** The words in the place of an id or a path that the answer before has. */
export const toFillIn = { job: "THE_ID", file: "THE_PATH" } as const

/** The path of the package for programs among the page's files, from where npm installs it. */
export const PACKAGE_FILE = "developers/sheetsmith.tgz"

const authorized = (token: string) => `-H "Authorization: Bearer ${token}"`
const jobOf = (action: "draft" | "process") => ({
  action,
  items: [{ file: "dot.svg", widthIn: 4, quantity: 2 }],
})

/** Returns a command that asks whether a token is right: each may make this call. */
export function checkLine(origin: string, token: string): string {
  return `curl ${authorized(token)} ${origin}/api/health`
}

/** Returns a command, for a shell as Linux and macOS have it, that prints two copies of a drawing, 4 in wide. */
export function jobLine(origin: string, token: string, action: "draft" | "process"): string {
  return `echo '${DRAWING}' | curl ${authorized(token)} -F 'job=${JSON.stringify(jobOf(action))}' -F 'files=@-;filename=dot.svg' ${origin}/api/jobs`
}

/** Returns a command that waits for a job's end and shows what it has come to. */
export function waitLine(origin: string, token: string): string {
  return `curl ${authorized(token)} -H "Prefer: wait=${MAX_WAIT_S}" ${origin}/api/jobs/${toFillIn.job}`
}

/** Returns a command that fetches a sheet by its path in a job's `files`. */
export function sheetLine(origin: string, token: string): string {
  return `curl ${authorized(token)} -o sheet.png ${origin}/api/${toFillIn.file}`
}

/** Returns a command to try a token with, that shows the most of what it may do and costs nothing. */
export function tryLine(
  origin: string,
  { token, scopes, isTest }: { token: string; scopes: readonly Scope[]; isTest: boolean },
): string {
  if (!printingScopes.every((scope) => scopes.includes(scope))) return checkLine(origin, token)
  return jobLine(origin, token, isTest && scopes.includes("prints:spend") ? "process" : "draft")
}

/** Returns a program for Node 22.18 or newer, which needs no package: from artwork to its sheets in the folder it runs in. */
export function typescriptLines(origin: string): string {
  return `import { writeFile } from "node:fs/promises"

const origin = "${origin}"
const authorization = \`Bearer \${process.env.SHEETSMITH_TOKEN}\`
type Job = { _id: string; status: string; endedAt: string | null; files: { path: string }[]; errors: { message: string }[] }

async function call(path: string, init: RequestInit = {}): Promise<Job> {
  const reply = await fetch(origin + path, { ...init, headers: { ...init.headers, authorization } })
  const { data, message } = (await reply.json()) as { data: Job; message?: string }
  if (!reply.ok) throw new Error(message)
  return data
}

const form = new FormData()
form.append("job", '${JSON.stringify(jobOf("process"))}')
form.append("files", new Blob(['${DRAWING}']), "dot.svg")
// With the same key, a repeat prints nothing a second time.
let job = await call("/api/jobs", { method: "POST", headers: { "Idempotency-Key": "order-1001" }, body: form })
while (job.endedAt === null) job = await call(\`/api/jobs/\${job._id}\`, { headers: { Prefer: "wait=${MAX_WAIT_S}" } })
if (job.status !== "completed") throw new Error(job.errors.map(({ message }) => message).join("\\n"))
for (const [i, { path }] of job.files.entries()) {
  const file = await fetch(\`\${origin}/api/\${path}\`, { headers: { authorization } })
  await writeFile(\`sheet-\${i + 1}.png\`, Buffer.from(await file.arrayBuffer()))
  console.log(\`sheet-\${i + 1}.png\`)
}`
}

/** Returns the same program for Python 3.9 or newer. */
export function pythonLines(origin: string): string {
  return `import json, os, urllib.request, uuid

ORIGIN = "${origin}"

def call(path, body=None, headers={}):
    own = {"Authorization": "Bearer " + os.environ["SHEETSMITH_TOKEN"], **headers}
    with urllib.request.urlopen(urllib.request.Request(ORIGIN + path, body, own)) as reply:
        return reply.read()

job = '${JSON.stringify(jobOf("process"))}'
drawing = '${DRAWING}'
boundary = uuid.uuid4().hex
form = (
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="job"\\r\\n\\r\\n{job}\\r\\n'
    f'--{boundary}\\r\\nContent-Disposition: form-data; name="files"; filename="dot.svg"\\r\\n\\r\\n{drawing}\\r\\n'
    f"--{boundary}--\\r\\n"
)
# With the same key, a repeat prints nothing a second time.
headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Idempotency-Key": "order-1002"}
made = json.loads(call("/api/jobs", form.encode(), headers))["data"]
while made["endedAt"] is None:
    made = json.loads(call("/api/jobs/" + made["_id"], headers={"Prefer": "wait=${MAX_WAIT_S}"}))["data"]
if made["status"] != "completed":
    raise SystemExit("\\n".join(error["message"] for error in made["errors"]))
for i, file in enumerate(made["files"]):
    with open(f"sheet-{i + 1}.png", "wb") as sheet:
        sheet.write(call("/api/" + file["path"]))
    print(f"sheet-{i + 1}.png")`
}

/** Returns a command that installs the package of clients/typescript. */
export function installLine(origin: string): string {
  return `npm install ${origin}/${PACKAGE_FILE}`
}

/** Returns the same by that package. */
export function clientLines(origin: string): string {
  return `import { createSheetsmith } from "sheetsmith"

const sheetsmith = createSheetsmith({ origin: "${origin}", token: process.env.SHEETSMITH_TOKEN ?? "" })
const sent = await sheetsmith.jobs.create({
  action: "process",
  maxCredits: 20,
  reference: "order-1001",
  items: [{ url: "https://cdn.example/moth.png", widthIn: 10, quantity: 4 }],
})
const job = await sheetsmith.jobs.ended(sent._id)
for (const { path } of job.files) console.log(await sheetsmith.download(path))`
}

/** Returns commands of that package: one prints a folder's artwork, one fetches finished sheets as they come. */
export function commandLines(origin: string): string {
  return `export SHEETSMITH_ORIGIN=${origin} SHEETSMITH_TOKEN=ss_live_…
npx --yes ${origin}/${PACKAGE_FILE} print art/*.png --width 10 --copies 4 --out sheets/
npx --yes ${origin}/${PACKAGE_FILE} pull --into /mnt/rip/hot`
}
