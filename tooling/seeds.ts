import fc from "fast-check";

fc.configureGlobal({ numRuns: process.env["TEST_RUN"] === "full" ? 1000 : 30 });
