await import("../local/start.ts")
