// Present where nothing can be told: a lesson that a teacher opened comes back from the tab.
export default ({ data, setTriggerValue }) => restoreOpenedLesson(data, setTriggerValue)
