import { defineConfig } from "drizzle-kit"

export default defineConfig({ dialect: "sqlite", schema: "./worker/data/schema.ts", out: "./migrations" })
