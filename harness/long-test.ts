import { test } from "vitest"
import { isFull } from "./layer.ts"

/** A test that runs in the long layer alone: a journey or a breadth whose rules cheaper tests hold. */
export const longTest = test.runIf(isFull)
