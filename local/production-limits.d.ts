declare const worker: {
  queue(batch: MessageBatch, env: unknown, ctx: ExecutionContext): Promise<void>
  scheduled(event: ScheduledController, env: unknown, ctx: ExecutionContext): Promise<void>
}
export default worker
