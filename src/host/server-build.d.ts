declare module "virtual:react-router/server-build" {
  export const assets: import("react-router").ServerBuild["assets"];
  export const assetsBuildDirectory: string;
  export const basename: string | undefined;
  export const entry: import("react-router").ServerBuild["entry"];
  export const future: import("react-router").ServerBuild["future"];
  export const isSpaMode: boolean;
  export const prerender: string[];
  export const publicPath: string;
  export const routeDiscovery: import("react-router").ServerBuild["routeDiscovery"];
  export const routes: import("react-router").ServerBuild["routes"];
  export const ssr: boolean;
}
