import { createHmac } from "node:crypto";
import { type LoginUrls, loginNames, roleNames } from "./database-roles.ts";

/** The same address for another login. Edited as text, because URL cannot parse an address with a socket as host. */
export function addressAs(address: string, login: string, password?: string): string {
  const [place = "", query = ""] = address.split("?", 2);
  const userinfo = password === undefined ? login : `${login}:${encodeURIComponent(password)}`;
  const base = place.replace(/^(\w+:\/\/)(?:[^@/]*@)?/, (_, scheme: string) => `${scheme}${userinfo}@`);
  const otherParameters = query.split("&").filter((part) => part !== "" && !/^(user|password)=/.test(part));
  return otherParameters.length === 0 ? base : `${base}?${otherParameters.join("&")}`;
}

/** The password that an installation gives a login. It is derived from APP_SECRET and needs it. */
export function passwordOfLogin(appSecret: string, login: string): string {
  return createHmac("sha256", appSecret).update(`database login ${login}`).digest("base64url");
}

/** The addresses of all logins, with passwords derived from this secret; without one (embedded), none. */
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
