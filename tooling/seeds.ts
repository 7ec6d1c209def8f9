import fc from "fast-check";

/** How many seeds each property test tries; a failing one prints its seed. */
fc.configureGlobal({ numRuns: process.env["TEST_RUN"] === "full" ? 1000 : 30 });
