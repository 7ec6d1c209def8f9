export interface ReportTarget {
  readonly origin: string;
  readonly url: string;
}

const dsnForm =
  /^(https?:\/\/)([A-Za-z0-9]{1,64})@((?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)((?:\/[A-Za-z0-9._-]+)*)\/(\d{1,18})$/;

/** Parses a DSN such as `https://key@errors.example.ro/1`; null if invalid. */
export function readDsn(dsn: string): ReportTarget | null {
  const [, scheme, key, host, path, project] = dsnForm.exec(dsn) ?? [];
  if (scheme === undefined || host === undefined) return null;
  const origin = scheme + host;
  return { origin, url: `${origin}${path ?? ""}/api/${project}/envelope/?sentry_version=7&sentry_key=${key}` };
}
