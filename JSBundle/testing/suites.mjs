// Which test files make which suite, and where a suite runs. One table, read by the build, by Scripts/test and by the Swift tests.

/**
 * @typedef {object} Suite
 * @property {string} name     Also the name of the built files.
 * @property {string[]} folders  Below JSBundle.
 * @property {string[]} except   Folders that another suite takes.
 * @property {boolean} document  Whether the tests need a window and a document.
 * @property {boolean} node      Whether it also runs in Node. What tests our own page has no second engine to agree with.
 */

/** @type {Suite[]} */
export const suites = [
  {
    name: "editor-pure",
    folders: ["editor/test"],
    except: ["editor/test/view", "editor/test/bridge"],
    document: false,
    node: true,
  },
  { name: "editor-view", folders: ["editor/test/view", "editor/test/bridge"], except: [], document: true, node: true },
  { name: "platform-pure", folders: ["platform/test"], except: ["platform/test/page"], document: false, node: true },
  { name: "platform-page", folders: ["platform/test/page"], except: [], document: true, node: false },
];
