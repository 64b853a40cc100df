import "../local/start.ts"
