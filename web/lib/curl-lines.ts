import type { Scope } from "../../contract/accounts/scope.ts"

/** The scopes of a call that makes a print of a file. */
const printingScopes: readonly Scope[] = ["images:write", "prints:write"]
/** A drawing to try a token with, so that nobody needs a file at hand. */
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="140" fill="#d2222d"/></svg>'

/** Returns a command that asks whether a token is right: each may make this call. */
export function checkLine(origin: string, token: string): string {
  return `curl -H "Authorization: Bearer ${token}" ${origin}/api/health`
}

/** Returns a command, for a shell as Linux and macOS have it, that prints two copies of a drawing, 4 in wide. */
export function jobLine(origin: string, token: string, action: "draft" | "process"): string {
  const job = JSON.stringify({ action, items: [{ file: "dot.svg", widthIn: 4, quantity: 2 }] })
  return `echo '${DRAWING}' | curl -H "Authorization: Bearer ${token}" -F 'job=${job}' -F 'files=@-;filename=dot.svg' ${origin}/api/jobs`
}

/** Returns a command to try a token with, that shows the most of what it may do and costs nothing. */
export function tryLine(
  origin: string,
  { token, scopes, isTest }: { token: string; scopes: readonly Scope[]; isTest: boolean },
): string {
  if (!printingScopes.every((scope) => scopes.includes(scope))) return checkLine(origin, token)
  return jobLine(origin, token, isTest && scopes.includes("prints:spend") ? "process" : "draft")
}
