/** Where the Node packages are; Debian's place unless told otherwise. */
export const packageRoot = process.env.PLATFORM_PACKAGES ?? "/usr/share/nodejs";
