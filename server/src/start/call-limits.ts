import type { Config } from "../settings/config.ts";
import type { CallLimits } from "../http/rate-limiter.ts";
import type { SignInLimits } from "../sign-in/rules.ts";

/** LIM-1: the limits of calls and of signing in as the settings have them. */
export function apiLimits(limits: Config["limits"]): { readonly calls: CallLimits; readonly signIn: SignInLimits } {
  return {
    calls: callLimits(limits),
    signIn: {
      failuresPerMinute: limits.LIMIT_SIGN_IN_FAILURES_PER_MINUTE,
      failuresPerAddressPerMinute: limits.LIMIT_SIGN_IN_FAILURES_PER_ADDRESS_PER_MINUTE,
      failuresPerNamePerMinute: limits.LIMIT_SIGN_IN_FAILURES_PER_NAME_PER_MINUTE,
    },
  };
}

function callLimits(limits: Config["limits"]): CallLimits {
  const { LIMIT_JOIN_PER_MINUTE: joins, LIMIT_READ_MARKS_PER_SECOND: marks } = limits;
  return {
    rates: {
      publish: { burst: limits.LIMIT_PUBLISH_BURST, perSecond: limits.LIMIT_PUBLISH_PER_SECOND },
      join: { burst: joins, perSecond: joins / 60 },
      authorizeChannel: { burst: limits.LIMIT_CHANNEL_AUTH_BURST, perSecond: limits.LIMIT_CHANNEL_AUTH_PER_SECOND },
      readMarks: { burst: marks, perSecond: marks },
      sync: { burst: limits.LIMIT_SYNC_BURST, perSecond: limits.LIMIT_SYNC_PER_SECOND },
      reads: { burst: limits.LIMIT_READS_BURST, perSecond: limits.LIMIT_READS_PER_SECOND },
      unknownCalls: { burst: limits.LIMIT_UNKNOWN_CALLS_BURST, perSecond: limits.LIMIT_UNKNOWN_CALLS_PER_SECOND },
      files: { burst: limits.LIMIT_FILES_BURST, perSecond: limits.LIMIT_FILES_PER_SECOND },
    },
    expensiveAnswers: limits.LIMIT_EXPENSIVE_ANSWERS,
  };
}
