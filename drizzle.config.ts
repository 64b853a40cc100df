import { defineConfig } from "drizzle-kit"

export default defineConfig({ dialect: "sqlite", schema: "./worker/data/*/tables.ts", out: "./migrations" })
