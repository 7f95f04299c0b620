import { createHmac } from "node:crypto";
import { type LoginUrls, loginNames, roleNames } from "./database-roles.ts";

/** The same address for another login. As text: an address with a socket in the place of the host is none to URL. */
export function addressAs(address: string, login: string, password?: string): string {
  const [place = "", query = ""] = address.split("?", 2);
  const who = password === undefined ? login : `${login}:${encodeURIComponent(password)}`;
  const named = place.replace(/^(\w+:\/\/)(?:[^@/]*@)?/, (_, scheme: string) => `${scheme}${who}@`);
  const rest = query.split("&").filter((part) => part !== "" && !/^(user|password)=/.test(part));
  return rest.length === 0 ? named : `${named}?${rest.join("&")}`;
}

/** Whom an address names; empty where it names nobody. */
export function loginOf(address: string): string {
  return decodeURIComponent(/^\w+:\/\/([^:@/?]*)[^@/?]*@/.exec(address)?.[1] ?? "");
}

/** The password of a login that an installation makes for itself: whoever has its secret knows it, and nobody else. */
export function passwordOfLogin(appSecret: string, login: string): string {
  return createHmac("sha256", appSecret).update(`database login ${login}`).digest("base64url");
}

/** All logins at one address, with the passwords of this secret; without one they have none, as at the embedded server. */
export function loginAddresses(address: string, rolePrefix: string, appSecret?: string): LoginUrls {
  const { logins } = roleNames(rolePrefix);
  return Object.fromEntries(
    loginNames.map((name) => {
      const login = logins[name];
      return [
        name,
        addressAs(address, login, appSecret === undefined ? undefined : passwordOfLogin(appSecret, login)),
      ];
    }),
  ) as LoginUrls;
}
