// A page without instruments in the app.
export default keepFirstPart(".live-page", drawNewPage)
