import type { Env } from "../env.ts"

/** Runs what is due at this minute. */
export async function runScheduled(
  _event: ScheduledController,
  _env: Env,
  _ctx: ExecutionContext,
): Promise<void> {}
