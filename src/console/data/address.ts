/** Where the console is served: its pages and the API lie below it, behind whatever prefix a proxy has. */
export const rootPath = new URL(document.baseURI).pathname

export const graphqlUrl = new URL('graphql', document.baseURI).href
