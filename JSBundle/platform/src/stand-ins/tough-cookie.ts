// A cookie jar for pages that are not on the network: by host, with expiry, without paths or subdomains.

interface Cookie {
  readonly value: string;
  readonly expires: number;
  readonly scriptCanRead: boolean;
}

export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>();
  readonly #now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /** The value of `document.cookie` for a document of this URL. */
  getCookieStringSync(url: string, options: { http?: boolean } = {}): string {
    const cookies = this.#hosts.get(hostOf(url));
    if (cookies === undefined) return "";
    const now = this.#now();
    const pairs: string[] = [];
    for (const [name, cookie] of cookies) {
      if (cookie.expires <= now) cookies.delete(name);
      else if (options.http !== false || cookie.scriptCanRead) pairs.push(name === "" ? cookie.value : `${name}=${cookie.value}`);
    }
    return pairs.join("; ");
  }

  /** Stores one `name=value; attribute…` text. */
  setCookieSync(text: string, url: string, options: { http?: boolean } = {}): void {
    const [pair = "", ...attributes] = text.split(";").map(part => part.trim());
    const equals = pair.indexOf("=");
    const name = equals < 0 ? "" : pair.slice(0, equals).trim();
    const value = equals < 0 ? pair : pair.slice(equals + 1).trim();
    let expires = Infinity;
    let httpOnly = false;
    let hasMaximumAge = false;
    for (const attribute of attributes) {
      const [key = "", setting = ""] = attribute.split("=", 2).map(part => part.trim());
      switch (key.toLowerCase()) {
        case "max-age":
          if (/^-?\d+$/.test(setting)) {
            expires = this.#now() + Number(setting) * 1000;
            hasMaximumAge = true;
          }
          break;
        case "expires": {
          const date = Date.parse(setting);
          if (!hasMaximumAge && !Number.isNaN(date)) expires = date;
          break;
        }
        case "httponly": httpOnly = true; break;
        default: break;
      }
    }
    // A script may neither make nor overwrite what only the network should see.
    if (httpOnly && options.http === false) return;
    const host = hostOf(url);
    let cookies = this.#hosts.get(host);
    if (cookies === undefined) this.#hosts.set(host, cookies = new Map<string, Cookie>());
    if (cookies.get(name)?.scriptCanRead === false && options.http === false) return;
    if (expires <= this.#now()) cookies.delete(name);
    else cookies.set(name, { value, expires, scriptCanRead: !httpOnly });
  }
}

function hostOf(url: string): string {
  return /^[^:]+:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
}
