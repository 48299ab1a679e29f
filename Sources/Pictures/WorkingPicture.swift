import Images

/// What the tool made of a stranger's picture: not compressed, upright, in the colours of screens.
/// All that is served is made of it, so that what came is decoded once.
struct WorkingPicture {
  let file: ScratchFile
  let size: ImageSize
}
