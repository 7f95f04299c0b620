export type ErrorBody = { type: string; message: string; code?: string; param?: string };

/**
 * An answer that is an error in the provider's shape. `saved` says whether the idempotency layer keeps it: it does
 * from the moment an endpoint began its work, not for a request that failed validation.
 */
export class ProviderError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly saved: boolean;
  constructor(status: number, body: ErrorBody, saving: "saved" | "unsaved") {
    super(body.message);
    this.status = status;
    this.body = body;
    this.saved = saving === "saved";
  }
}

export function badParameter(message: string, param: string, code?: string): ProviderError {
  return new ProviderError(
    400,
    { type: "invalid_request_error", message, param, ...(code ? { code } : {}) },
    "unsaved",
  );
}

/** The request was understood and the work begun, and the answer is no. */
export function refusal(message: string, more: { code?: string; param?: string } = {}): ProviderError {
  return new ProviderError(400, { type: "invalid_request_error", message, ...more }, "saved");
}

export function noSuch(what: string, id: string, param = "id"): ProviderError {
  return new ProviderError(
    404,
    { type: "invalid_request_error", code: "resource_missing", message: `No such ${what}: '${id}'`, param },
    "saved",
  );
}

export const brokenServer: ErrorBody = {
  type: "api_error",
  message: "An unknown error occurred while processing your request.",
};
