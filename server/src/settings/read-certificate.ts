import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { Config } from "./config.ts";
import { reasonOf, StartupProblem } from "../kernel/startup-problem.ts";

export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Reads the configured certificate (PEM); null without one. Throws a StartupProblem if it is invalid. */
export function readCertificate({ tls }: Pick<Config, "tls">): Certificate | null {
  if (tls === null) return null;
  const certificate = { cert: readPem(tls.certFile, "TLS_CERT_FILE"), key: readPem(tls.keyFile, "TLS_KEY_FILE") };
  try {
    createServer(certificate);
  } catch (error) {
    throw new StartupProblem(`TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key (${reasonOf(error)}).`);
  }
  return certificate;
}

function readPem(file: string, setting: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new StartupProblem(`${setting} ${file} cannot be read (${reasonOf(error)}).`);
  }
}
