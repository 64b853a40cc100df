import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { expect } from "vitest"
import { longTest } from "../../harness/long-test.ts"
import { root } from "../../local/bundle.ts"

async function start(env: Record<string, string>): Promise<{ said: string; code: number }> {
  const child = spawn("node", ["local/start.ts"], { cwd: root, env: { ...process.env, ...env } })
  let answer = ""
  child.stdout.on("data", (bytes) => (answer += bytes))
  child.stderr.on("data", (bytes) => (answer += bytes))
  const [code] = await once(child, "close")
  return { said: answer, code }
}

longTest(
  "a start that cannot have its ports says so in one sentence, and which variable to set",
  async () => {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const address = server.address()
    const taken = String(typeof address === "object" ? address?.port : "")
    const runs: [Record<string, string>, RegExp][] = [
      [
        { PORT: taken, STANDINS_PORT: "8798" },
        new RegExp(`^Port ${taken} is taken .* PORT set to a free port\\.$`),
      ],
      [{ PORT: taken, STANDINS_PORT: taken }, /^PORT and STANDINS_PORT are both \d+: .*\.$/],
      [{ PORT: "http" }, /^PORT must be a port number from 1 to 65535, not "http"\.$/],
    ]
    for (const [env, sentence] of runs) {
      const { said: answer, code } = await start(env)
      expect(answer.trim()).toMatch(sentence)
      expect(answer.trim().split("\n")).toHaveLength(1)
      expect(code).toBeGreaterThan(0)
    }
    server.close()
  },
)
